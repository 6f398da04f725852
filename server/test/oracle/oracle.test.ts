import { expect, test } from 'vitest'
import { ENGINE } from '../database.ts'
import { consultOracle } from './oracle.ts'

// A fixed seed, so that a new failure is caused by a change. `npm run test:model` draws others and goes on for longer.
const SEED = 1

/** PostgreSQL takes longer for each. */
const STEPS = ENGINE === 'sqlite' ? 200 : 60

test(`the server agrees with the model in ${STEPS} random steps`, async () => {
  expect(await consultOracle(STEPS, SEED, { readings: 0.5, everything: 100 })).toBeNull()
})
