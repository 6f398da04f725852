import { isLong } from '@quack/testing/tier'
import { describe, expect } from 'vitest'
import { findWrongCounts } from '../../../test/counts.ts'
import { test as base } from '../../../test/fixtures.ts'
import { follow, setPrivate } from '../../../test/follow-requests.ts'
import type { TestMember } from '../../../test/members.ts'
import type { MemberId } from '../../database/schema.ts'

const ROUNDS = isLong ? 12 : 6

type Write = () => Promise<{ status: number }>

const idOf = ({ _id }: TestMember) => Number(_id) as MemberId
const post = (by: TestMember, url: string, payload: object = {}) => by.send({ method: 'POST', url, payload })

/** Ann is private at the start of each round, and Bob neither follows her nor has asked. */
const test = base
  .extend('between', ({ app, ann, bob }) => async () => {
    const read = (table: 'follows' | 'follow_requests') =>
      app.db.primary
        .selectFrom(table)
        .select('at')
        .where('follower_id', '=', idOf(bob))
        .where('followed_id', '=', idOf(ann))
        .execute()
    return { follows: (await read('follows')).length, requests: (await read('follow_requests')).length }
  })
  .extend('race', ({ app, ann, bob }) => {
    return async (
      writes: { prepare: () => Promise<unknown>; one: Write; other: Write },
      check: (one: number, other: number) => Promise<void>,
    ) => {
      for (let round = 0; round < ROUNDS; round++) {
        await post(bob, `/api/users/unfollow/${ann._id}`)
        await setPrivate(ann, true)
        await writes.prepare()
        const [one, other] =
          round % 2 === 0
            ? await Promise.all([writes.one(), writes.other()])
            : await Promise.all([writes.other(), writes.one()]).then(([first, second]) => [second, first] as const)
        await check(one.status, other.status)
      }
      // A wrong count stays wrong.
      expect(await findWrongCounts(app.db.primary)).toEqual([])
    }
  })
  .extend(
    'asks',
    ({ ann, bob }) =>
      () =>
        post(bob, `/api/users/follow/${ann._id}`),
  )
  .extend(
    'leaves',
    ({ ann, bob }) =>
      () =>
        post(bob, `/api/users/unfollow/${ann._id}`),
  )
  .extend(
    'accepts',
    ({ ann, bob }) =>
      () =>
        post(ann, `/api/follow-requests/${bob._id}/accept`),
  )
  .extend(
    'becomes',
    ({ ann }) =>
      (isPrivate: boolean) =>
        post(ann, '/api/account/private', { private: isPrivate }),
  )

describe('at the same instant', () => {
  test('a request and becoming public leave a follow and no request', async ({ asks, becomes, between, race }) => {
    await race({ prepare: async () => undefined, one: asks, other: () => becomes(false) }, async (...statuses) => {
      expect(statuses).toEqual([200, 200])
      expect(await between()).toEqual({ follows: 1, requests: 0 })
    })
  })

  test('a follow and becoming private leave a follow or a request', async ({ ann, asks, becomes, between, race }) => {
    const prepare = () => setPrivate(ann, false)
    await race({ prepare, one: asks, other: () => becomes(true) }, async (...statuses) => {
      expect(statuses).toEqual([200, 200])
      const { follows, requests } = await between()
      expect(follows + requests).toBe(1)
    })
  })

  test('a request that is taken back, and becoming public, leave neither', async ({
    ann,
    bob,
    becomes,
    between,
    leaves,
    race,
  }) => {
    const prepare = () => follow(bob, ann)
    await race({ prepare, one: leaves, other: () => becomes(false) }, async (...statuses) => {
      expect(statuses).toEqual([200, 200])
      expect(await between()).toEqual({ follows: 0, requests: 0 })
    })
  })

  test('a request that is accepted and taken back leaves neither', async ({
    ann,
    bob,
    accepts,
    between,
    leaves,
    race,
  }) => {
    await race({ prepare: () => follow(bob, ann), one: accepts, other: leaves }, async (accepted, left) => {
      expect([200, 404]).toContain(accepted)
      expect(left).toBe(200)
      expect(await between()).toEqual({ follows: 0, requests: 0 })
    })
  })

  test('a request that is accepted and repeated leaves the follow alone', async ({
    ann,
    bob,
    accepts,
    asks,
    between,
    race,
  }) => {
    await race({ prepare: () => follow(bob, ann), one: accepts, other: asks }, async (...statuses) => {
      expect(statuses).toEqual([200, 400])
      expect(await between()).toEqual({ follows: 1, requests: 0 })
    })
  })

  test('a request that is accepted twice is accepted once', async ({ ann, bob, accepts, between, race }) => {
    await race({ prepare: () => follow(bob, ann), one: accepts, other: accepts }, async (...statuses) => {
      expect(statuses.sort()).toEqual([200, 404])
      expect(await between()).toEqual({ follows: 1, requests: 0 })
    })
  })

  test('a request and a block leave no request', async ({ ann, bob, asks, between, race }) => {
    const prepare = () => post(ann, `/api/users/unblock/${bob._id}`)
    const blocks = () => post(ann, `/api/users/block/${bob._id}`)
    await race({ prepare, one: asks, other: blocks }, async (asked, blocked) => {
      expect([200, 404]).toContain(asked)
      expect(blocked).toBe(200)
      expect(await between()).toEqual({ follows: 0, requests: 0 })
    })
  })
})
