import { expect, test } from 'vitest'
import { startPostgres } from '../../../tools/src/postgres.ts'
import { ENGINE } from '../database.ts'
import { crash } from './crash.ts'

// Other instants each time; CRASH_SEED repeats a run as far as the machine does.
const seed = Number(process.env.CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31))
const KILLS = 5

test(`${KILLS} kills while 16 clients write lose nothing (seed ${seed})`, { timeout: 180_000 }, async () => {
  const postgres = ENGINE === 'postgres' ? await startPostgres(true) : null
  try {
    const { problems, writes } = await crash(KILLS, seed, postgres)
    expect(problems).toEqual([])
    // A busy machine brings a dozen to each start of both server and database.
    expect(writes.done).toBeGreaterThan(KILLS * 4)
  } finally {
    await postgres?.stop()
  }
})
