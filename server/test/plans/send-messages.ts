import { startPushService } from '@quack/testing/push-service'
import { expect } from 'vitest'
import type { TestApp } from '../app.ts'
import { comment } from '../blocks.ts'
import { signUp, writePost } from '../members.ts'
import { readAll } from '../notifications.ts'
import { subscribeDevice, titlesOf } from '../push.ts'

/** Has a device told of a notification, and that it was read: the statements of the push worker. */
export async function sendMessages(app: TestApp): Promise<void> {
  const service = await startPushService()
  try {
    const [author, reader] = [await signUp(app), await signUp(app)]
    const device = await subscribeDevice(service, author)
    await comment(reader, (await writePost(author))._id, 'Nice')
    await expect.poll(() => titlesOf(device).length).toBe(1)
    // Noted after the push service has answered. Only what a device shows is closed.
    await expect
      .poll(() => author.call('GET /api/push'))
      .toMatchObject({ devices: [{ lastSentAt: expect.any(String) }] })
    await readAll(author)
    await expect.poll(() => titlesOf(device)).toContain('close 1')
  } finally {
    await service.close()
  }
}
