import { startPostgres } from '@quack/testing/postgres'
import { expect, test } from 'vitest'
import { ENGINE } from '../database.ts'
import { crash } from './crash.ts'

// A fixed seed: each run makes the same choices. `npm run test:crash` draws others.
const SEED = 1
const KILLS = 5

test(`${KILLS} kills while 16 clients write lose nothing`, async () => {
  const postgres = ENGINE === 'postgres' ? await startPostgres(true) : null
  try {
    const { problems, writes } = await crash(KILLS, SEED, postgres)
    expect(problems).toEqual([])
    // On a busy machine about twelve writes succeed between two kills of server and database.
    expect(writes.done).toBeGreaterThan(KILLS * 4)
  } finally {
    await postgres?.stop()
  }
})
