import { expect, test } from 'vitest'
import { ENGINE } from '../database.ts'
import { findWrongNotification } from './notifications.ts'

// A fixed seed, so that a new failure is caused by a change. `npm run test:notifications` draws others.
const SEED = 1

/** PostgreSQL takes longer for each. */
const STEPS = ENGINE === 'sqlite' ? 150 : 75

test(`notifications agree with the model in ${STEPS} random steps`, async () => {
  expect(await findWrongNotification(STEPS, SEED)).toBeNull()
})
