import { expect, test } from 'vitest'
import { consultOracle } from './oracle.ts'

// A fixed seed, so that a new failure is caused by a change. `npm run test:model` draws others.
const SEED = 1

test(`the server agrees with the model in 2,000 random steps`, async () => {
  expect(await consultOracle(2_000, SEED, { readings: 0.5, everything: 1_000 })).toBeNull()
})
