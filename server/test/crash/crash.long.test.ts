import { startPostgres } from '@quack/testing/postgres'
import { expect, test } from 'vitest'
import { ENGINE } from '../database.ts'
import { crash, WRITES_LEAST } from './crash.ts'

// A fixed seed: each run makes the same choices. `npm run test:crash` draws others.
const SEED = 1
const KILLS = 5

test(`${KILLS} kills while 16 clients write lose nothing`, async () => {
  const postgres = ENGINE === 'postgres' ? await startPostgres({ isDurable: true }) : null
  try {
    const { problems, writes } = await crash(KILLS, SEED, postgres)
    expect(problems).toEqual([])
    expect(writes.done).toBeGreaterThanOrEqual(KILLS * WRITES_LEAST)
  } finally {
    await postgres?.stop()
  }
})
