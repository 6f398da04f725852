import { expect, test } from 'vitest'
import { findWrongNotification } from './notifications.ts'

// A fixed seed, so that a new failure is caused by a change. `npm run test:notifications` draws others.
const SEED = 1

test('notifications agree with the model in 150 random steps', async () => {
  expect(await findWrongNotification(150, SEED)).toBeNull()
})
