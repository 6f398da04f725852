import { describe, expect } from 'vitest'
import { findWrongCounts } from '../../../test/counts.ts'
import { test as base } from '../../../test/fixtures.ts'
import { accept, follow, requestsTo, seen, setPrivate } from '../../../test/follow-requests.ts'
import { insertCrowd } from '../../../test/member-rows.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { readAll } from '../../../test/read-all.ts'
import type { MemberId } from '../../database/schema.ts'

/** More than two pages of a list. */
const CROWD = 300

const followersOf = (reader: Pick<TestMember, 'call'>, { username }: TestMember) =>
  readAll(async (query) => {
    const input = { params: { username }, query: { limit: 100, ...query } }
    const { followers, nextCursor } = await reader.call('GET /api/users/:username/followers', input)
    return { entries: followers.map(({ _id }) => _id), nextCursor }
  })

/** Many members ask to follow Ann, who is private. */
const test = base.extend('crowd', async ({ app, ann }) => {
  await setPrivate(ann, true)
  const crowd = await insertCrowd(app.db, CROWD)
  const rows = crowd.map((id) => ({ follower_id: id, followed_id: Number(ann._id) as MemberId, at: app.db.ids.next() }))
  await app.db.write((transaction) => transaction.insertInto('follow_requests').values(rows).execute())
  return crowd.map(String)
})

describe('a private member who becomes public', () => {
  test('is followed by all who have asked, in that order', async ({ app, ann, bob, crowd }) => {
    expect(await requestsTo(ann)).toEqual(crowd.toReversed())
    expect((await seen(ann, ann)).followRequests).toBe(CROWD)
    const { user } = await ann.call('POST /api/account/private', { body: { private: false }, query: { embed: 0 } })
    expect(user).toMatchObject({ _id: ann._id, followersCount: CROWD })
    for (const name of ['private', 'followRequests']) expect(user).not.toHaveProperty(name)
    expect(await followersOf(bob, ann)).toEqual(crowd.toReversed())
    expect(await requestsTo(ann)).toEqual([])
    expect(await findWrongCounts(app.db.read)).toEqual([])
  })

  test('keeps those followers when becoming private again', async ({ app, ann, bob, crowd }) => {
    await setPrivate(ann, false)
    await setPrivate(ann, true)
    expect((await seen(ann, ann)).followersCount).toBe(crowd.length)
    expect((await follow(bob, ann)).followUser).toMatchObject({ private: true, viewer: { requested: true } })
    expect(await findWrongCounts(app.db.read)).toEqual([])
  })

  test('is listed among suggestions by the number of followers of then', async ({ ann, crowd, bob, carl, member }) => {
    const less = await member('less')
    for (const other of [bob, carl]) await follow(other, less)
    const reader = await member('reader')
    const suggested = (query: { limit: number; cursor?: string }) => reader.call('GET /api/suggestions', { query })
    const first = await suggested({ limit: 1 })
    await setPrivate(ann, false)
    // The order of the first page is kept: Ann had no followers.
    const { users } = await suggested({ limit: 100, cursor: first.nextCursor ?? '' })
    const ids = [...first.users, ...users].map(({ _id }) => _id)
    expect(ids).toContain(less._id)
    expect(ids.slice(0, ids.indexOf(less._id))).not.toContain(ann._id)
    expect((await suggested({ limit: 1 })).users).toMatchObject([{ _id: ann._id, followersCount: crowd.length }])
  })

  test('has a new time of change only if that is a change', async ({ ann }) => {
    const at = async () => (await seen(ann, ann)).updatedAt
    const before = await at()
    await expect.poll(() => new Date().toISOString().slice(0, 19) > before.slice(0, 19)).toBe(true)
    await setPrivate(ann, false)
    expect(await at()).toBe(before)
    await setPrivate(ann, true)
    const changed = await at()
    expect(changed > before).toBe(true)
  })

  test('sends posts to the feeds of those who had asked', async ({ ann, bob, carl }) => {
    await setPrivate(ann, true)
    for (const other of [bob, carl]) await follow(other, ann)
    await accept(ann, carl)
    const { _id } = await writePost(ann)
    const feed = async (reader: TestMember) => (await reader.call('GET /api/feed', {})).posts.map((post) => post._id)
    expect([await feed(bob), await feed(carl)]).toEqual([[], [_id]])
    await setPrivate(ann, false)
    expect([await feed(bob), await feed(carl)]).toEqual([[_id], [_id]])
  })
})
