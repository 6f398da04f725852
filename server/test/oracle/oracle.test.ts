import { expect, test } from 'vitest'
import { consultOracle } from './oracle.ts'

// Another history each time; ORACLE_SEED repeats one.
const seed = Number(process.env.ORACLE_SEED ?? Math.floor(Math.random() * 2 ** 32))

test(`2,000 random steps answer as the model does (seed ${seed})`, { timeout: 180_000 }, async () => {
  expect(await consultOracle(2_000, seed, { readings: 0.5, everything: 1_000 })).toBeNull()
})
