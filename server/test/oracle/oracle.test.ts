import { expect, test } from 'vitest'
import { consultOracle } from './oracle.ts'

// A fixed seed, so that a new failure is caused by a change. `npm run test:model` draws others and goes on for longer.
const SEED = 1

test('the server agrees with the model in 200 random steps', async () => {
  expect(await consultOracle(200, SEED, { readings: 0.5, everything: 100 })).toBeNull()
})
