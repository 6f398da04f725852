import { describe, expect } from 'vitest'
import type { Installation } from '../../../test/app.ts'
import { follow, like } from '../../../test/blocks.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { dislike, readAll } from '../../../test/notifications.ts'
import {
  GET_PUSH,
  newSubscription,
  REMOVE_DEVICE,
  SUBSCRIBE,
  signInAgain,
  subscribeDevice,
  titlesOf,
} from '../../../test/push.ts'
import { test as base } from '../../../test/push-fixtures.ts'
import type { MemberId } from '../../database/schema.ts'

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE

const test = base
  .extend('read', ({ app }) => ({ _id }: { readonly _id: string }) => {
    const devices = app.db.read.selectFrom('push_subscriptions').select(['attempts', 'claimed_until', 'due_at'])
    return devices.where('member_id', '=', Number(_id) as MemberId).execute()
  })
  /** How often in a row the push services of a member's devices have refused; empty without devices. */
  .extend('attempts', ({ read }) => async (member: { readonly _id: string }): Promise<number[]> => {
    return (await read(member)).map(({ attempts }) => attempts)
  })
  /** How many of a member's devices a worker has claimed. */
  .extend('countClaims', ({ read }) => async (member: { readonly _id: string }): Promise<number> => {
    return (await read(member)).filter(({ claimed_until }) => claimed_until > 0).length
  })
  /** Whether there is something to do for each of a member's devices. */
  .extend('waits', ({ read }) => async (member: { readonly _id: string }): Promise<boolean[]> => {
    return (await read(member)).map(({ due_at }) => due_at !== null)
  })

/** Who ends a subscription, and its device. */
interface Leaving {
  readonly app: Installation
  readonly ann: TestMember
  readonly device: string
}

describe('a subscription', () => {
  test.for([404, 410])(
    'that its push service answers with %i ends',
    async (status, { service, attempts, ann, bob }) => {
      const device = await subscribeDevice(service, ann)
      device.answer({ status })
      await follow(bob, ann)
      await expect.poll(() => attempts(ann)).toEqual([])
      expect(device.requests).toBe(1)
    },
  )

  test('that ends leaves those of other devices', async ({ app, service, attempts, ann, bob }) => {
    const ended = await subscribeDevice(service, ann)
    const device = await subscribeDevice(service, await signInAgain(app, ann.username))
    ended.answer({ status: 410 })
    await follow(bob, ann)
    await expect.poll(() => device.messages.length).toBe(1)
    await expect.poll(() => attempts(ann)).toHaveLength(1)
    expect([ended.requests, device.requests]).toEqual([1, 1])
  })
})

describe('a message that is not accepted', () => {
  test.for([
    [500, {}, MINUTE],
    [429, {}, MINUTE],
    [429, { 'retry-after': '600' }, 10 * MINUTE],
    [503, { 'retry-after': '9999999' }, DAY],
  ] as const)(
    'with %i and %j is sent again, once, after %i ms',
    async ([status, headers, wait], { service, clock, attempts, ann, bob }) => {
      const device = await subscribeDevice(service, ann)
      device.answer({ status, headers })
      await follow(bob, ann)
      await expect.poll(() => attempts(ann)).toEqual([1])
      device.answer({ status: 201 })
      clock.advance(wait - 1)
      clock.advance(1)
      await expect.poll(() => titlesOf(device)).toEqual([expect.stringContaining('followed you')])
      await expect.poll(() => attempts(ann)).toEqual([0])
      expect(device.requests).toBe(2)
    },
  )

  test('waits longer each time, and is dropped in the end', async ({ service, clock, attempts, ann, bob, carl }) => {
    const device = await subscribeDevice(service, ann)
    device.answer({ status: 500 })
    await follow(bob, ann)
    for (let count = 1; count < 8; count++) {
      await expect.poll(() => attempts(ann)).toEqual([count])
      expect(device.requests).toBe(count)
      clock.advance(2 ** (count - 1) * MINUTE)
    }
    await expect.poll(() => attempts(ann)).toEqual([0])
    device.answer({ status: 201 })
    clock.advance(DAY)
    await like(carl, (await writePost(ann))._id)
    await expect.poll(() => titlesOf(device)).toEqual([expect.stringContaining('liked your post')])
    expect(device.requests).toBe(9)
  })

  test.for([
    ['of the device', async ({ ann }: Leaving) => ann],
    [
      'after the device was removed',
      async ({ ann, device }: Leaving) => {
        await ann.call(REMOVE_DEVICE, { params: { id: device } })
        return ann
      },
    ],
    [
      'after a log-out',
      async ({ app, ann }: Leaving) => {
        await ann.call('POST /api/auth/logout')
        return signInAgain(app, ann.username)
      },
    ],
  ] as const)(
    'is followed by the rest of the wait, and by longer ones, for a new subscription to the same service %s',
    async ([, leave], { app, service, clock, attempts, countClaims, ann, bob, carl }) => {
      const old = await subscribeDevice(service, ann)
      old.answer({ status: 500 })
      await follow(bob, ann)
      await expect.poll(() => attempts(ann)).toEqual([1])
      clock.advance(MINUTE)
      await expect.poll(() => attempts(ann)).toEqual([2])

      const [device] = (await ann.call(GET_PUSH)).devices
      const next = await subscribeDevice(service, await leave({ app, ann, device: device?._id ?? '' }))
      next.answer({ status: 500 })
      expect(await attempts(ann)).toEqual([2])
      await follow(carl, ann)
      const other = await subscribeDevice(service, carl)
      await follow(bob, carl)
      await expect.poll(() => other.messages.length).toBe(1)
      expect([next.requests, await countClaims(ann), await attempts(ann)]).toEqual([0, 0, [2]])
      clock.advance(2 * MINUTE)
      await expect.poll(() => attempts(ann)).toEqual([3])
      clock.advance(4 * MINUTE - 1)
      await expect.poll(() => next.requests).toBe(1)
      next.answer({ status: 201 })
      clock.advance(1)
      await expect.poll(() => attempts(ann)).toEqual([0])
      expect([old.requests, next.requests]).toEqual([2, 2])
    },
  )

  test('counts for the next subscription also if the device was removed meanwhile', async ({
    app,
    service,
    attempts,
    ann,
    bob,
  }) => {
    const device = await subscribeDevice(service, ann)
    device.answer({ status: 500 })
    const answer = device.hold()
    await follow(bob, ann)
    await expect.poll(() => device.requests).toBe(1)
    await ann.call(REMOVE_DEVICE, { params: { id: (await ann.call(GET_PUSH)).devices[0]?._id ?? '' } })
    answer()
    const backOffs = app.db.read.selectFrom('push_back_offs').select('attempts')
    const ofAnn = backOffs.where('member_id', '=', Number(ann._id) as MemberId)
    await expect.poll(() => ofAnn.execute()).toEqual([{ attempts: 1 }])
    await subscribeDevice(service, ann)
    expect(await attempts(ann)).toEqual([1])
  })

  test('counts until one is accepted', async ({ service, clock, attempts, ann, bob, carl }) => {
    const old = await subscribeDevice(service, ann)
    old.answer({ status: 500 })
    await follow(bob, ann)
    await expect.poll(() => attempts(ann)).toEqual([1])
    old.answer({ status: 201 })
    clock.advance(MINUTE)
    await expect.poll(() => attempts(ann)).toEqual([0])
    const next = await subscribeDevice(service, ann)
    expect(await attempts(ann)).toEqual([0])
    await follow(carl, ann)
    await expect.poll(() => next.messages.length).toBe(1)
  })

  test('counts although it was undone', async ({ service, clock, attempts, waits, ann, bob, carl }) => {
    const device = await subscribeDevice(service, ann)
    device.answer({ status: 500 })
    const { _id } = await writePost(ann)
    await like(bob, _id)
    await expect.poll(() => attempts(ann)).toEqual([1])
    await dislike(bob, _id)
    clock.advance(MINUTE)
    await expect.poll(() => waits(ann)).toEqual([false])
    await follow(carl, ann)
    await expect.poll(() => attempts(ann)).toEqual([2])
    expect(device.requests).toBe(2)
  })

  test('is not sent again if it was undone meanwhile', async ({ service, clock, attempts, ann, bob, carl }) => {
    const device = await subscribeDevice(service, ann)
    device.answer({ status: 500 })
    const { _id } = await writePost(ann)
    await like(bob, _id)
    await expect.poll(() => attempts(ann)).toEqual([1])
    await dislike(bob, _id)
    await follow(carl, ann)
    device.answer({ status: 201 })
    clock.advance(MINUTE)
    await expect.poll(() => titlesOf(device)).toEqual([expect.stringContaining('followed you')])
  })

  test('is not sent again if it was read meanwhile', async ({ service, clock, attempts, ann, bob, carl }) => {
    const device = await subscribeDevice(service, ann)
    device.answer({ status: 500 })
    await follow(bob, ann)
    await expect.poll(() => attempts(ann)).toEqual([1])
    await readAll(ann)
    await like(carl, (await writePost(ann))._id)
    device.answer({ status: 201 })
    clock.advance(MINUTE)
    await expect.poll(() => titlesOf(device)).toEqual([expect.stringContaining('liked your post')])
  })

  test('does not delay those to other devices, and ends when it has taken too long', async ({
    app,
    service,
    clock,
    attempts,
    countClaims,
    ann,
    bob,
    carl,
  }) => {
    const silent = await subscribeDevice(service, ann)
    const [phone, other] = [await signInAgain(app, ann.username), carl]
    const devices = [await subscribeDevice(service, phone), await subscribeDevice(service, other)]
    silent.answer('hang')
    await follow(bob, ann)
    await expect.poll(() => silent.requests).toBe(1)
    await follow(bob, carl)
    await expect.poll(() => devices.map((device) => device.messages.length)).toEqual([1, 1])
    await like(bob, (await writePost(ann))._id)
    await expect.poll(() => devices[0]?.messages.length).toBe(2)
    expect(silent.requests).toBe(1)
    // The one that got its message is no longer under way.
    await expect.poll(() => countClaims(ann)).toBe(1)
    clock.advance(10 * MINUTE)
    await expect.poll(async () => (await attempts(ann)).toSorted()).toEqual([0, 1])
    expect(silent.requests).toBe(1)
  })

  test('takes four slots of its member; a fifth device has its turn when one is free', async ({
    app,
    service,
    ann,
    bob,
  }) => {
    const devices = [await subscribeDevice(service, ann)]
    while (devices.length < 5) devices.push(await subscribeDevice(service, await signInAgain(app, ann.username)))
    const held = devices.map((device) => device.hold())
    const asked = () => devices.filter(({ requests }) => requests > 0).length
    await follow(bob, ann)
    await expect.poll(asked).toBe(4)
    held[devices.findIndex(({ requests }) => requests > 0)]?.()
    await expect.poll(asked).toBe(5)
    for (const answer of held) answer()
    await expect.poll(() => devices.map(({ requests }) => requests)).toEqual([1, 1, 1, 1, 1])
  })

  test('does not fail what caused it, wherever the push service is', async ({ service, ann, bob, carl }) => {
    await ann.call(SUBSCRIBE, { body: newSubscription('http://127.0.0.1:1/nobody') })
    const device = await subscribeDevice(service, carl)
    await follow(bob, ann)
    await follow(bob, carl)
    await expect.poll(() => device.messages.length).toBe(1)
  })
})
