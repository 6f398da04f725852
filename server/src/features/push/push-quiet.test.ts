import { describe, expect } from 'vitest'
import { comment, follow, like } from '../../../test/blocks.ts'
import { writePost } from '../../../test/members.ts'
import { dislike, readAll } from '../../../test/notifications.ts'
import { GET_PUSH, payloadsOf, REMOVE_DEVICE, subscribeDevice, titlesOf } from '../../../test/push.ts'
import { test as base } from '../../../test/push-fixtures.ts'
import { refusal } from '../../../test/refusals.ts'
import type { MemberId } from '../../database/schema.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** From 22:00 to 07:00. */
const NIGHT = { timeZone: 'UTC', days: Array.from({ length: 7 }, () => ({ start: 22 * 60, end: 7 * 60 })) }

const test = base
  /** Ann, whose device has quiet hours, at 23:00. */
  .extend('device', async ({ clock, service, ann }) => {
    clock.advance(DAY - ((clock.now() + HOUR) % DAY))
    await ann.call('POST /api/notifications/settings', { body: { quietHours: NIGHT } })
    return subscribeDevice(service, ann)
  })
  /** How many notifications wait, and whether that is because of the quiet hours. */
  .extend('waiting', ({ app, ann }) => async (): Promise<[number, boolean]> => {
    const rows = await app.db.read
      .selectFrom('push_tags')
      .innerJoin('push_subscriptions', 'push_subscriptions.session_id', 'push_tags.session_id')
      .select('is_held')
      .where('member_id', '=', Number(ann._id) as MemberId)
      .where('mark', '<>', 0)
      .execute()
    return [rows.length, rows.some((row) => row.is_held === 1)]
  })
  /** How many events the worker has not yet assigned to Ann's device. */
  .extend('uncollected', ({ app, ann }) => async (): Promise<number> => {
    const rows = app.db.read
      .selectFrom('notification_events')
      .select('kind')
      .where('recipient_id', '=', Number(ann._id) as MemberId)
      .where('push', '=', 1)
    return (await rows.execute()).length
  })

describe('quiet hours', () => {
  test('hold messages back; afterwards one summary is sent', async ({
    clock,
    device,
    waiting,
    uncollected,
    ann,
    bob,
    carl,
  }) => {
    const { _id } = await writePost(ann)
    await follow(bob, ann)
    await like(bob, _id)
    await comment(carl, _id, 'Nice')
    await expect.poll(waiting).toEqual([3, true])
    const [own] = (await ann.call(GET_PUSH)).devices
    expect(await bob.refuse(REMOVE_DEVICE, { params: { id: own?._id ?? '' } })).toEqual(refusal('pushDeviceUnknown'))
    expect(await waiting()).toEqual([3, true])
    clock.advance(8 * HOUR - 1)
    await like(carl, _id)
    // Otherwise a look from before this like could send the summary, and the next one the like.
    await expect.poll(uncollected).toBe(0)
    expect(device.requests).toBe(0)
    clock.advance(1)
    await expect
      .poll(() => payloadsOf(device))
      .toEqual([{ title: 'You have 3 new notifications', body: '', path: '/notifications', tag: 'summary', unread: 3 }])
    await expect.poll(waiting).toEqual([0, false])
    // From now on, messages are sent at once again.
    await follow(carl, ann)
    await expect.poll(() => titlesOf(device)).toHaveLength(2)
    expect(titlesOf(device)[1]).toMatch(/and \S+ \S+ followed you$/)
  })

  test('that held back one notification send that one', async ({ clock, device, waiting, ann, bob }) => {
    await follow(bob, ann)
    await expect.poll(waiting).toEqual([1, true])
    clock.advance(8 * HOUR)
    await expect.poll(() => titlesOf(device)).toEqual([expect.stringMatching(/^\S+ \S+ followed you$/)])
  })

  test('hold back nothing that was read or undone meanwhile', async ({ clock, device, waiting, ann, bob, carl }) => {
    const { _id } = await writePost(ann)
    await follow(bob, ann)
    await expect.poll(waiting).toEqual([1, true])
    await readAll(ann)
    await like(bob, _id)
    await comment(carl, _id, 'Nice')
    await expect.poll(waiting).toEqual([3, true])
    await dislike(bob, _id)
    clock.advance(8 * HOUR)
    await expect.poll(() => titlesOf(device)).toEqual([expect.stringContaining('commented on your post')])
    expect(device.requests).toBe(1)
  })

  test('send nothing afterwards if all was read', async ({ service, clock, device, waiting, ann, bob, carl }) => {
    const other = await subscribeDevice(service, carl)
    await follow(bob, ann)
    await expect.poll(waiting).toEqual([1, true])
    await readAll(ann)
    clock.advance(8 * HOUR)
    await expect.poll(waiting).toEqual([0, false])
    await follow(bob, carl)
    await expect.poll(() => other.messages.length).toBe(1)
    expect(device.requests).toBe(0)
  })

  test('have a summary that disappears when everything is read', async ({ clock, device, waiting, ann, bob, carl }) => {
    await follow(bob, ann)
    await like(carl, (await writePost(ann))._id)
    await expect.poll(waiting).toEqual([2, true])
    clock.advance(8 * HOUR)
    await expect.poll(() => titlesOf(device)).toEqual(['You have 2 new notifications'])
    await readAll(ann)
    await expect.poll(() => payloadsOf(device).at(-1)).toEqual({ close: ['summary'], unread: 0 })
  })

  test('hold back what closes notifications, too', async ({ clock, device, waiting, ann, bob }) => {
    clock.advance(-2 * HOUR)
    await follow(bob, ann)
    await expect.poll(() => device.messages.length).toBe(1)
    // The worker has noted that it was sent. Until then the clock would end its claim.
    await expect.poll(waiting).toEqual([0, false])
    clock.advance(2 * HOUR)
    await readAll(ann)
    await expect.poll(waiting).toEqual([1, true])
    expect(device.requests).toBe(1)
    clock.advance(8 * HOUR)
    await expect.poll(() => titlesOf(device).at(-1)).toBe('close 1')
  })
})
