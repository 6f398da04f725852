import { expect, test } from 'vitest'
import { consultOracle } from './oracle.ts'

// The same history in each run, so that a failure belongs to a change. `npm run test:model` draws others.
const SEED = 1

test(`2,000 random steps answer as the model does`, async () => {
  expect(await consultOracle(2_000, SEED, { readings: 0.5, everything: 1_000 })).toBeNull()
})
