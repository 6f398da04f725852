import { describe, expect } from 'vitest'
import { test } from '../../../test/fixtures.ts'
import type { TestMember } from '../../../test/members.ts'
import { readAll } from '../../../test/read-all.ts'
import { refusal } from '../../../test/refusals.ts'

const FOLLOW = 'POST /api/users/follow/:id'
const UNFOLLOW = 'POST /api/users/unfollow/:id'

describe('follows', () => {
  function name({ username }: TestMember) {
    return { params: { username } }
  }
  const follow = (follower: TestMember, { _id: id }: TestMember) => follower.call(FOLLOW, { params: { id } })
  const summary = ({ record: { _id, username, firstName, lastName, avatarURL } }: TestMember) => ({
    _id,
    username,
    firstName,
    lastName,
    avatarURL,
  })

  test('a follow adds to both lists and both counts, and answers both members', async ({ ann, bob }) => {
    const { user, followUser } = await follow(ann, bob)
    expect(user).toMatchObject({
      _id: ann._id,
      email: ann.record.email,
      following: [summary(bob)],
      followingCount: 1,
      followers: [],
      followersCount: 0,
    })
    expect(followUser).toMatchObject({
      _id: bob._id,
      followers: [summary(ann)],
      followersCount: 1,
      followingCount: 0,
      viewer: { following: true, followedBy: false },
    })
    expect(followUser).not.toHaveProperty('email')
    const seenByBob = await bob.call('GET /api/users/:username', name(ann))
    expect(seenByBob.user.viewer).toEqual({ following: false, followedBy: true })
  })

  test('an unfollow removes from both lists and both counts', async ({ ann, bob }) => {
    await follow(ann, bob)
    const { user, followUser } = await ann.call(UNFOLLOW, { params: { id: bob._id } })
    expect(user).toMatchObject({ following: [], followingCount: 0 })
    expect(followUser).toMatchObject({ followers: [], followersCount: 0, viewer: { following: false } })
  })

  test('both answer 200', async ({ ann, bob }) => {
    for (const verb of ['follow', 'unfollow']) {
      expect(await ann.send({ method: 'POST', url: `/api/users/${verb}/${bob._id}` })).toMatchObject({ status: 200 })
    }
  })

  test('a repeated follow or unfollow, oneself and unknown members are refused', async ({ ann, bob }) => {
    expect(await ann.refuse(UNFOLLOW, { params: { id: bob._id } })).toEqual(refusal('notFollowing'))
    await follow(ann, bob)
    expect(await ann.refuse(FOLLOW, { params: { id: bob._id } })).toEqual(refusal('alreadyFollowing'))
    expect(await ann.refuse(FOLLOW, { params: { id: ann._id } })).toEqual(refusal('followSelf'))
    for (const id of ['1', '9'.repeat(40), bob.username, 'x']) {
      expect(await ann.refuse(FOLLOW, { params: { id } }), id).toEqual(refusal('memberUnknown'))
      expect(await ann.refuse(UNFOLLOW, { params: { id } }), id).toEqual(refusal('memberUnknown'))
    }
    expect((await ann.call('GET /api/users/:username', name(ann))).user).toMatchObject({ followingCount: 1 })
  })

  test('PUT and DELETE answer both members either way', async ({ ann, bob }) => {
    const params = { id: bob._id }
    for (const [route, count] of [
      ['DELETE /api/users/:id/follow', 0],
      ['PUT /api/users/:id/follow', 1],
      ['PUT /api/users/:id/follow', 1],
      ['DELETE /api/users/:id/follow', 0],
    ] as const) {
      const { user, followUser } = await ann.call(route, { params, query: { embed: 0 } })
      expect(user).toMatchObject({ _id: ann._id, followingCount: count, following: [] })
      expect(followUser).toMatchObject({ _id: bob._id, followersCount: count, viewer: { following: count === 1 } })
      expect(await ann.refuse(route, { params: { id: '1' } })).toEqual(refusal('memberUnknown'))
    }
    const own = { params: { id: ann._id } }
    expect(await ann.refuse('PUT /api/users/:id/follow', own)).toEqual(refusal('followSelf'))
  })

  test('the viewer comes first among the newest followers of a member', async ({ app, ann, bob, carl }) => {
    await follow(ann, carl)
    await follow(bob, carl)
    const followers = async (client: Pick<TestMember, 'call'>, embed: number) => {
      const { user } = await client.call('GET /api/users/:username', { ...name(carl), query: { embed } })
      expect(user.followersCount).toBe(2)
      return user.followers.map(({ username }) => username)
    }
    expect(await followers(app.visitor, 100)).toEqual([bob.username, ann.username])
    expect(await followers(ann, 100)).toEqual([ann.username, bob.username])
    expect(await followers(app.visitor, 1)).toEqual([bob.username])
    expect(await followers(ann, 1)).toEqual([ann.username])
    expect(await followers(ann, 0)).toEqual([])
    // And first among the members that a member follows.
    const { user } = await carl.call('GET /api/users/:username', { ...name(ann), query: { embed: 1 } })
    expect(user.following).toEqual([summary(carl)])
  })

  test('followers and following are listed newest first, page by page, for visitors too', async ({
    app,
    ann,
    bob,
    carl,
  }) => {
    await follow(ann, carl)
    await follow(bob, carl)
    await follow(carl, bob)
    await follow(carl, ann)
    for (const list of ['followers', 'following'] as const) {
      const read = (client: Pick<TestMember, 'call'>) =>
        readAll(async (query) => {
          const input = { ...name(carl), query: { limit: 1, ...query } }
          const page: Record<string, unknown> = await client.call(`GET /api/users/:username/${list}`, input)
          return { entries: page[list] as { _id: string; viewer?: object }[], nextCursor: page.nextCursor as string }
        })
      const newestFirst = list === 'followers' ? [bob, ann] : [ann, bob]
      expect(await read(app.visitor)).toEqual(newestFirst.map(summary))
      expect(await read(ann)).toEqual(
        newestFirst.map((member) => ({ ...summary(member), viewer: { following: false, followedBy: false } })),
      )
      const unknown = { params: { username: 'nobody' } }
      expect(await ann.refuse(`GET /api/users/:username/${list}`, unknown)).toEqual(refusal('memberUnknown'))
    }
  })

  test('a follow during paging neither repeats nor hides an entry', async ({ app, member, ann, bob, carl }) => {
    const dora = await member('dora')
    await follow(ann, dora)
    await follow(bob, dora)
    const first = await app.visitor.call('GET /api/users/:username/followers', { ...name(dora), query: { limit: 1 } })
    await follow(carl, dora)
    await bob.call(UNFOLLOW, { params: { id: dora._id } })
    const second = await app.visitor.call('GET /api/users/:username/followers', {
      ...name(dora),
      query: { cursor: String(first.nextCursor) },
    })
    expect([...first.followers, ...second.followers].map(({ _id }) => _id)).toEqual([bob._id, ann._id])
    await ann.call(UNFOLLOW, { params: { id: dora._id } })
    await carl.call(UNFOLLOW, { params: { id: dora._id } })
  })

  test('suggestions list near people first, then by followers, without oneself and those followed', async ({
    member,
    ann,
    bob,
    carl,
  }) => {
    const far = await member('far')
    const famous = await member('famous')
    const near = await member('near')
    const eve = await member('eve')
    await follow(ann, famous)
    await follow(bob, famous)
    await follow(carl, near)
    await follow(eve, carl)
    const read = (limit: number) =>
      readAll(async (query) => {
        const page = await eve.call('GET /api/suggestions', { query: { limit, ...query } })
        return { entries: page.users, nextCursor: page.nextCursor }
      })
    for (const limit of [100, 1, 2]) {
      const ids = (await read(limit)).map(({ _id }) => _id)
      expect(ids.slice(0, 2)).toEqual([near._id, famous._id])
      expect(ids).toContain(far._id)
      expect(ids).not.toContain(eve._id)
      expect(ids).not.toContain(carl._id)
      expect(new Set(ids).size).toBe(ids.length)
    }
    for (const id of [famous._id, near._id]) {
      for (const follower of [ann, bob, carl]) {
        await follower.send({ method: 'POST', url: `/api/users/unfollow/${id}` })
      }
    }
  })

  test('suggestions are for members', async ({ app }) => {
    expect(await app.visitor.refuse('GET /api/suggestions')).toEqual(refusal('tokenInvalid'))
  })
})
