import { patient } from '@quack/testing/patience'
import { startPushService } from '@quack/testing/push-service'
import type { Dependencies } from '../src/app.ts'
import { test as base } from './fixtures.ts'
import { createTestClock } from './test-clock.ts'

/** A server whose worker has a clock of the test, and a push service for each test. */
export const test = base
  .extend('clock', { scope: 'file' }, () => createTestClock())
  .extend(
    'options',
    { scope: 'file' },
    ({ clock }): Partial<Dependencies> => ({
      clock,
      // Longer than a test may take: what is to end sooner must not end by this.
      push: { allowPrivateAddresses: true, timeoutMs: patient(30 * 60_000) },
    }),
  )
  .extend('service', async ({ app: _ }, { onCleanup }) => {
    const service = await startPushService()
    onCleanup(() => service.close())
    return service
  })
