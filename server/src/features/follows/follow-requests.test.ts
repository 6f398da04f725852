import { describe, expect } from 'vitest'
import { PASSWORD } from '../../../test/answers.ts'
import { block, unblock } from '../../../test/blocks.ts'
import { findWrongCounts } from '../../../test/counts.ts'
import { test as base } from '../../../test/fixtures.ts'
import { accept, follow, reject, requestsTo, seen, setPrivate, unfollow } from '../../../test/follow-requests.ts'
import { refusal } from '../../../test/refusals.ts'
import type { MemberId } from '../../database/schema.ts'
import { suspend } from '../moderation/suspension.service.ts'

const FOLLOW = 'POST /api/users/follow/:id'
const UNFOLLOW = 'POST /api/users/unfollow/:id'
const ACCEPT = 'POST /api/follow-requests/:id/accept'
const REJECT = 'POST /api/follow-requests/:id/reject'
const REMOVE = 'POST /api/users/remove-follower/:id'

/** Ann is private. */
const test = base.extend('ann', async ({ member }) => {
  const ann = await member('ann')
  await setPrivate(ann, true)
  return ann
})

describe('a private member', () => {
  test('is asked instead of followed, and is not followed until the request is accepted', async ({ app, ann, bob }) => {
    const { user, followUser } = await follow(bob, ann)
    expect(user).toMatchObject({ _id: bob._id, followingCount: 0, following: [] })
    expect(followUser).toMatchObject({
      _id: ann._id,
      private: true,
      followersCount: 0,
      viewer: { following: false, followedBy: false, requested: true },
    })
    expect((await seen(ann, ann)).followRequests).toBe(1)
    const accepted = await accept(ann, bob)
    expect(accepted.user).toMatchObject({ _id: ann._id, followersCount: 1, followers: [{ _id: bob._id }] })
    expect(accepted.user).not.toHaveProperty('followRequests')
    expect((await seen(bob, ann)).viewer).toEqual({ following: true, followedBy: false })
    expect(await seen(bob, bob)).toMatchObject({ followingCount: 1, following: [{ _id: ann._id }] })
    expect(await requestsTo(ann)).toEqual([])
    expect(await findWrongCounts(app.db.read)).toEqual([])
  })

  test('is asked once by PUT, which leaves a follow alone; DELETE takes back either', async ({ app, ann, bob }) => {
    const put = async () => (await bob.call('PUT /api/users/:id/follow', { params: { id: ann._id } })).followUser.viewer
    const remove = async () =>
      (await bob.call('DELETE /api/users/:id/follow', { params: { id: ann._id } })).followUser.viewer
    const asked = { following: false, followedBy: false, requested: true }
    for (let repeat = 0; repeat < 2; repeat++) expect(await put()).toEqual(asked)
    for (let repeat = 0; repeat < 2; repeat++) expect(await remove()).toEqual({ following: false, followedBy: false })
    expect(await requestsTo(ann)).toEqual([])
    await put()
    await accept(ann, bob)
    for (let repeat = 0; repeat < 2; repeat++) expect(await put()).toEqual({ following: true, followedBy: false })
    expect(await requestsTo(ann)).toEqual([])
    expect(await remove()).toEqual({ following: false, followedBy: false })
    expect(await findWrongCounts(app.db.read)).toEqual([])
  })

  test('is seen as private by everyone; who asks, and how many, is their own', async ({ app, ann, bob, carl }) => {
    await follow(bob, ann)
    for (const reader of [bob, carl, app.visitor]) {
      const member = await seen(reader, ann)
      expect(member.private).toBe(true)
      expect(member).not.toHaveProperty('followRequests')
    }
    expect((await seen(carl, ann)).viewer).toEqual({ following: false, followedBy: false })
    expect(await seen(carl, bob)).not.toHaveProperty('private')
    expect(await requestsTo(bob)).toEqual([])
  })

  test('lists who asks, the latest first, page by page', async ({ ann, member }) => {
    const asking = [await member('first'), await member('second'), await member('third')]
    for (const each of asking) await follow(each, ann)
    const expected = asking.map(({ _id }) => _id).reverse()
    for (const limit of [1, 2, 3]) expect(await requestsTo(ann, limit)).toEqual(expected)
    const { requests } = await ann.call('GET /api/follow-requests', { query: { limit: 1 } })
    const { _id, username, firstName, lastName, avatarURL } = asking[2]?.record ?? {}
    const requestedAt = expect.stringMatching(/^\d{4}-/)
    expect(requests).toEqual([{ _id, username, firstName, lastName, avatarURL, requestedAt }])
    expect(await ann.refuse('GET /api/follow-requests', { query: { cursor: 'x' } })).toEqual(refusal('cursorInvalid'))
  })

  test('is not asked twice, nor by followers', async ({ ann, bob }) => {
    await follow(bob, ann)
    expect(await bob.refuse(FOLLOW, { params: { id: ann._id } })).toEqual(refusal('alreadyRequested'))
    expect(await requestsTo(ann)).toEqual([bob._id])
    await accept(ann, bob)
    expect(await bob.refuse(FOLLOW, { params: { id: ann._id } })).toEqual(refusal('alreadyFollowing'))
    expect(await requestsTo(ann)).toEqual([])
  })

  test('is not asked any more after the request is taken back', async ({ ann, bob }) => {
    await follow(bob, ann)
    const { followUser } = await unfollow(bob, ann)
    expect(followUser.viewer).toEqual({ following: false, followedBy: false })
    expect(await requestsTo(ann)).toEqual([])
    expect(await seen(ann, ann)).not.toHaveProperty('followRequests')
    expect(await bob.refuse(UNFOLLOW, { params: { id: ann._id } })).toEqual(refusal('notFollowing'))
    expect(await ann.refuse(ACCEPT, { params: { id: bob._id } })).toEqual(refusal('followRequestUnknown'))
  })

  test('rejects a request, which may be made again', async ({ ann, bob }) => {
    await follow(bob, ann)
    const { user } = await reject(ann, bob)
    expect(user).toMatchObject({ _id: ann._id, followersCount: 0 })
    expect((await seen(bob, ann)).viewer).toEqual({ following: false, followedBy: false })
    expect((await follow(bob, ann)).followUser.viewer).toMatchObject({ requested: true })
  })

  test('removes a follower, who may ask again', async ({ app, ann, bob }) => {
    await follow(bob, ann)
    await accept(ann, bob)
    const { user } = await ann.call(REMOVE, { params: { id: bob._id } })
    expect(user).toMatchObject({ _id: ann._id, followersCount: 0, followers: [] })
    expect((await seen(bob, ann)).viewer).toEqual({ following: false, followedBy: false })
    expect(await seen(bob, bob)).toMatchObject({ followingCount: 0, following: [] })
    expect((await follow(bob, ann)).followUser.viewer).toMatchObject({ requested: true })
    expect(await findWrongCounts(app.db.read)).toEqual([])
  })

  test('is refused what makes no sense', async ({ ann, bob, carl }) => {
    await follow(carl, ann)
    for (const [route, code] of [
      [ACCEPT, 'followRequestUnknown'],
      [REJECT, 'followRequestUnknown'],
      [REMOVE, 'notFollower'],
    ] as const) {
      expect(await ann.refuse(route, { params: { id: bob._id } })).toEqual(refusal(code))
      // The request is to Ann, and not Bob's to answer.
      expect(await bob.refuse(route, { params: { id: carl._id } })).toEqual(refusal(code))
      expect(await ann.refuse(route, { params: { id: ann._id } })).toEqual(refusal(code))
      expect(await ann.refuse(route, { params: { id: '1' } })).toEqual(refusal('memberUnknown'))
      await block(bob, ann)
      expect(await ann.refuse(route, { params: { id: bob._id } })).toEqual(refusal('memberUnknown'))
      await unblock(bob, ann)
    }
    expect(await requestsTo(ann)).toEqual([carl._id])
  })

  test('loses requests by a block of either', async ({ ann, bob, carl }) => {
    for (const other of [bob, carl]) await follow(other, ann)
    await block(ann, bob)
    await block(carl, ann)
    expect(await requestsTo(ann)).toEqual([])
    await unblock(ann, bob)
    await unblock(carl, ann)
    expect(await requestsTo(ann)).toEqual([])
    expect((await seen(bob, ann)).viewer).toEqual({ following: false, followedBy: false })
  })

  test('is asked by members whom they have muted, and by suspended ones, but not by deleted ones', async ({
    app,
    ann,
    bob,
    carl,
    member,
  }) => {
    const leaving = await member('leaving')
    for (const other of [bob, carl, leaving]) await follow(other, ann)
    await ann.call('POST /api/users/mute/:id', { params: { id: bob._id }, body: { duration: 'always' } })
    await suspend(app.db, Number(carl._id) as MemberId)
    await leaving.call('POST /api/account/delete', { body: { password: PASSWORD } })
    expect(await requestsTo(ann)).toEqual([carl._id, bob._id])
    await expect.poll(async () => (await seen(ann, ann)).followRequests).toBe(2)
  })

  test('is no longer suggested to whoever has asked', async ({ ann, bob }) => {
    const isSuggested = async () => {
      const { users } = await bob.call('GET /api/suggestions', { query: { limit: 100 } })
      return users.some(({ _id }) => _id === ann._id)
    }
    expect(await isSuggested()).toBe(true)
    await follow(bob, ann)
    expect(await isSuggested()).toBe(false)
    await unfollow(bob, ann)
    expect(await isSuggested()).toBe(true)
  })

  test('is shown as asked in lists of people', async ({ ann, bob, carl }) => {
    await follow(ann, carl)
    await follow(bob, ann)
    const { followers } = await bob.call('GET /api/users/:username/followers', { params: { username: carl.username } })
    expect(followers).toMatchObject([{ _id: ann._id, viewer: { following: false, requested: true } }])
  })
})
