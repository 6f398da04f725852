import { describe, expect } from 'vitest'
import { comment, follow, like } from '../../../test/blocks.ts'
import { writePost } from '../../../test/members.ts'
import { dislike, readAll } from '../../../test/notifications.ts'
import { payloadsOf, signInAgain, subscribeDevice, titlesOf } from '../../../test/push.ts'
import { test } from '../../../test/push-fixtures.ts'

describe('a device', () => {
  test('is sent what happens, encrypted, with the page to open', async ({ service, ann, bob }) => {
    const device = await subscribeDevice(service, ann)
    const post = await writePost(ann, 'About ducks')
    const commentId = await comment(bob, post._id, 'Nice')
    await expect
      .poll(() => payloadsOf(device))
      .toEqual([
        {
          title: `${bob.record.firstName} ${bob.record.lastName} commented on your post`,
          body: 'Nice',
          path: `/post-detail/${post.id}#comment-${commentId}`,
          tag: expect.stringMatching(/^\d+$/),
          at: expect.any(Number),
          unread: 1,
        },
      ])
    expect(service.problems).toEqual([])
    expect(device.messages[0]).toMatchObject({ ttl: 86_400, urgency: 'normal' })
    // It is stored after the push service has answered.
    await expect.poll(() => ann.call('GET /api/push')).toMatchObject({ devices: [{ lastSentAt: expect.any(String) }] })
  })

  test('shows one notification for a group: each message replaces the one before', async ({
    service,
    ann,
    bob,
    carl,
    member,
  }) => {
    const device = await subscribeDevice(service, ann)
    const { _id } = await writePost(ann)
    const likers = [bob, carl, await member('dora')]
    for (const [index, liker] of likers.entries()) {
      await like(liker, _id)
      await expect.poll(() => device.messages.length).toBe(index + 1)
    }
    const [name] = likers.map(({ record }) => `${record.firstName} ${record.lastName}`).slice(-1)
    expect(titlesOf(device).at(-1)).toBe(`${name} and 2 others liked your post`)
    const payloads = payloadsOf(device)
    expect(new Set(payloads.map((payload) => 'tag' in payload && payload.tag)).size).toBe(1)
    expect(new Set(device.messages.map(({ topic }) => topic)).size).toBe(1)
    expect(payloads.at(-1)?.unread).toBe(1)
  })

  test('is told nothing but that there is something, if its member prefers that', async ({ service, ann, bob }) => {
    const device = await subscribeDevice(service, ann)
    await ann.call('POST /api/notifications/settings', { body: { pushText: false } })
    await comment(bob, (await writePost(ann, 'A secret'))._id, 'Another')
    await expect
      .poll(() => payloadsOf(device))
      .toMatchObject([{ title: 'You have a new notification', body: '', path: '/notifications' }])
  })

  test('is not sent kinds that its member does not want on devices', async ({ service, ann, bob }) => {
    const device = await subscribeDevice(service, ann)
    const kinds = { like: { list: true, push: false, from: 'everyone' } } as const
    await ann.call('POST /api/notifications/settings', { body: { kinds } })
    await like(bob, (await writePost(ann))._id)
    await follow(bob, ann)
    await expect.poll(() => titlesOf(device)).toEqual([expect.stringContaining('followed you')])
    expect(payloadsOf(device)).toMatchObject([{ unread: 2 }])
  })

  test('gets messages of its member only, and all devices of the member get them', async ({
    app,
    service,
    ann,
    bob,
    carl,
  }) => {
    const phone = await signInAgain(app, ann.username)
    const devices = await Promise.all([ann, phone, carl].map((client) => subscribeDevice(service, client)))
    await follow(bob, ann)
    const [one, other, carls] = devices
    await expect.poll(() => devices.map((device) => device.messages.length)).toEqual([1, 1, 0])
    await follow(bob, carl)
    await expect.poll(() => carls?.messages.length).toBe(1)
    expect([one?.messages.length, other?.messages.length]).toEqual([1, 1])
  })

  test('is sent nothing that happened before it subscribed', async ({ service, ann, bob, carl }) => {
    await follow(bob, ann)
    const device = await subscribeDevice(service, ann)
    await like(carl, (await writePost(ann))._id)
    await expect.poll(() => titlesOf(device)).toEqual([expect.stringContaining('liked')])
  })

  test('is sent nothing after its session has ended', async ({ app, service, ann, bob }) => {
    const phone = await signInAgain(app, ann.username)
    const [device, ended] = [await subscribeDevice(service, ann), await subscribeDevice(service, phone)]
    await phone.call('POST /api/auth/logout')
    await follow(bob, ann)
    await expect.poll(() => device.messages.length).toBe(1)
    expect(ended.requests).toBe(0)
  })
})

describe('a notification disappears from the device', () => {
  test('when it is read elsewhere', async ({ service, ann, bob }) => {
    const device = await subscribeDevice(service, ann)
    await follow(bob, ann)
    await like(bob, (await writePost(ann))._id)
    await expect.poll(() => device.messages.length).toBe(2)
    await readAll(ann)
    await expect.poll(() => device.messages.length).toBe(3)
    const tags = payloadsOf(device).flatMap((payload) => ('tag' in payload ? [payload.tag] : []))
    const closed = payloadsOf(device).at(-1)
    expect(closed).toEqual({ close: expect.arrayContaining(tags), unread: 0 })
    expect(tags).toHaveLength(2)
  })

  test('when it is read while the push service has not answered yet', async ({ service, ann, bob, carl }) => {
    const [device, other] = [await subscribeDevice(service, ann), await subscribeDevice(service, carl)]
    const answer = device.hold()
    await follow(bob, ann)
    await expect.poll(() => device.messages.length).toBe(1)
    await readAll(ann)
    // A look that finds this has also looked at what was read before.
    await follow(bob, carl)
    await expect.poll(() => other.messages.length).toBe(1)
    answer()
    await expect.poll(() => titlesOf(device).at(-1)).toBe('close 1')
  })

  test('when its cause is taken back, and comes back with another', async ({ service, ann, bob, carl }) => {
    const device = await subscribeDevice(service, ann)
    const { _id } = await writePost(ann)
    await like(bob, _id)
    await expect.poll(() => titlesOf(device)).toHaveLength(1)
    await dislike(bob, _id)
    await expect.poll(() => payloadsOf(device).at(-1)).toMatchObject({ close: [expect.any(String)], unread: 0 })
    await like(carl, _id)
    await expect.poll(() => titlesOf(device)).toHaveLength(3)
    expect(titlesOf(device).at(-1)).toMatch(/^\S+ \S+ liked your post$/)
  })

  test('when the post is deleted, or its author is blocked', async ({ service, ann, bob, carl }) => {
    const device = await subscribeDevice(service, ann)
    const { _id: postId } = await writePost(ann)
    await like(bob, postId)
    await expect.poll(() => titlesOf(device)).toHaveLength(1)
    await ann.call('DELETE /api/posts/:postId', { params: { postId }, headers: { prefer: 'return=minimal' } })
    await expect.poll(() => titlesOf(device).at(-1)).toBe('close 1')
    await follow(carl, ann)
    await expect.poll(() => titlesOf(device)).toHaveLength(3)
    await ann.call('POST /api/users/block/:id', { params: { id: carl._id } })
    await expect.poll(() => titlesOf(device).slice(3)).toEqual(['close 1'])
  })
})
