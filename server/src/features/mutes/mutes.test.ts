import { describe, expect, vi } from 'vitest'
import { listen, openStream } from '../../../test/events.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'
import { EVERYTHING } from '../../database/invalidation-log.ts'
import { EVENTS } from '../events/events.routes.ts'

const MUTE = 'POST /api/users/mute/:id'
const UNMUTE = 'POST /api/users/unmute/:id'
const HOUR = 60 * 60_000
const SORTS = ['latest', 'oldest', 'trending'] as const

const mute = (member: TestMember, other: TestMember, duration: 'hour' | 'always' = 'always') =>
  member.call(MUTE, { params: { id: other._id }, body: { duration } })
const feedOf = async (member: TestMember, sort: (typeof SORTS)[number], limit = 100) =>
  (await member.call('GET /api/feed', { query: { sort, embed: 0, limit } })).posts.map(({ content }) => content)

/** Bob follows Ann and Carl, who have written in turns. */
const test = base
  .extend('options', { scope: 'file' }, () => ({ events: EVENTS }))
  .extend('address', { scope: 'file' }, ({ app }) => listen(app))
  .extend('reader', async ({ ann, bob, carl }) => {
    for (const { _id: id } of [ann, carl]) await bob.call('POST /api/users/follow/:id', { params: { id } })
    for (const text of ['1', '2', '3']) {
      await writePost(ann, `ann ${text}`)
      await writePost(carl, `carl ${text}`)
    }
    return bob
  })

describe('a muted member', () => {
  test('leaves the home feed, Explore and the suggestions of the muter alone', async ({
    ann,
    carl,
    reader,
    member,
  }) => {
    const other = await member('other')
    const before = await feedOf(reader, 'latest')
    expect(before).toEqual(['carl 3', 'ann 3', 'carl 2', 'ann 2', 'carl 1', 'ann 1'])
    await mute(reader, ann)
    for (const sort of SORTS) {
      const feed = await feedOf(reader, sort)
      expect(feed.toSorted()).toEqual(['carl 1', 'carl 2', 'carl 3'])
      expect(await feedOf(reader, sort, 2)).toEqual(feed.slice(0, 2))
    }
    for (const path of ['/api/explore', '/api/posts'] as const) {
      const shown = async (by: TestMember) =>
        (await by.call(`GET ${path}`, { query: { embed: 0, limit: 3 } })).posts.map(({ content }) => content)
      expect(await shown(reader)).toEqual(['carl 3', 'carl 2', 'carl 1'])
      expect(await shown(other)).toEqual(['carl 3', 'ann 3', 'carl 2'])
    }
    await reader.call('POST /api/users/unfollow/:id', { params: { id: ann._id } })
    const suggested = (await reader.call('GET /api/suggestions', {})).users.map(({ username }) => username)
    expect(suggested).not.toContain(ann.username)
    expect((await other.call('GET /api/suggestions', {})).users.map(({ username }) => username)).toContain(ann.username)
    await reader.call(UNMUTE, { params: { id: ann._id } })
    await reader.call('POST /api/users/follow/:id', { params: { id: ann._id } })
    for (const sort of SORTS) expect(await feedOf(reader, sort)).toHaveLength(6)
    expect(await feedOf(carl, 'latest')).toHaveLength(3)
  })

  test('keeps a readable profile, which says so to the muter', async ({ app, ann, reader, carl }) => {
    const params = { username: ann.username }
    const seen = async (by: TestMember, embed: number) =>
      (await by.call('GET /api/users/:username', { params, query: { embed } })).user.viewer
    expect((await mute(reader, ann)).user).toMatchObject({ _id: ann._id, viewer: { muted: true } })
    // With empty caches, the feed brings whom the reader follows, without whom the reader has muted.
    app.db.invalidations.add(EVERYTHING)
    await feedOf(reader, 'latest')
    for (const embed of [0, 5]) {
      expect(await seen(reader, embed)).toEqual({ following: true, followedBy: false, muted: true })
      expect(await seen(carl, embed)).toEqual({ following: false, followedBy: false })
      expect(await seen(ann, embed)).toEqual({ following: false, followedBy: false })
    }
    const { posts } = await reader.call('GET /api/posts/user/:username', { params })
    expect(posts).toHaveLength(3)
    const postId = posts[0]?._id ?? ''
    expect((await reader.call('GET /api/posts/:postId', { params: { postId } })).post._id).toBe(postId)
    const { user } = await reader.call(UNMUTE, { params: { id: ann._id } })
    expect(user.viewer).toEqual({ following: true, followedBy: false })
    // From the handler, and then from the caches.
    for (let count = 0; count < 2; count++) expect(await seen(reader, 0)).toEqual(user.viewer)
  })

  test('with an end says on the profile when it ends, also after another mute of the same member', async ({
    ann,
    carl,
    reader,
  }) => {
    const relation = { following: true, followedBy: false, muted: true }
    const seen = async ({ username }: TestMember) =>
      (await reader.call('GET /api/users/:username', { params: { username } })).user.viewer
    await mute(reader, carl)
    const { user } = await mute(reader, ann, 'hour')
    const [mine] = (await reader.call('GET /api/mutes', {})).mutes
    expect(mine).toMatchObject({ _id: ann._id, endsAt: expect.any(String) })
    expect(await seen(ann)).toEqual({ ...relation, mutedUntil: mine?.endsAt })
    expect(user.viewer).toEqual(await seen(ann))
    expect(await seen(carl)).toEqual(relation)
    const { users } = await reader.call('GET /api/users', {})
    expect(users.find(({ _id }) => _id === ann._id)?.viewer).toEqual(user.viewer)
    await mute(reader, ann)
    expect(await seen(ann)).toEqual(relation)
  })

  test('returns when the mute ends, without another write', async ({ app, ann, reader }) => {
    await mute(reader, ann, 'hour')
    const lists = async () => {
      const { posts } = await reader.call('GET /api/explore', { query: { embed: 0, limit: 6 } })
      const { mutes } = await reader.call('GET /api/mutes', {})
      return [await feedOf(reader, 'latest'), await feedOf(reader, 'oldest'), posts, mutes].map(({ length }) => length)
    }
    expect(await lists()).toEqual([3, 3, expect.any(Number), 1])
    const later = Date.now() + HOUR
    try {
      vi.useFakeTimers({ toFake: ['Date'], now: later })
      expect(await lists()).toEqual([6, 6, 6, 0])
      expect(await reader.refuse(UNMUTE, { params: { id: ann._id } })).toEqual(refusal('notMuted'))
    } finally {
      // Before the clock is set back: caches assume that an end stays in the past.
      await app.db.write((transaction) => transaction.deleteFrom('mutes').execute())
      vi.useRealTimers()
    }
  })

  test('is listed for the muter, the latest first, with the end', async ({ ann, bob, carl }) => {
    await mute(bob, ann)
    const body = { duration: 'day', notifications: false } as const
    await bob.call(MUTE, { params: { id: carl._id }, body })
    const first = await bob.call('GET /api/mutes', { query: { limit: 1 } })
    expect(first.mutes).toMatchObject([{ _id: carl._id, notifications: false }])
    const [{ mutedAt, endsAt } = { mutedAt: '', endsAt: '' }] = first.mutes
    expect(Date.parse(endsAt ?? '') - Date.parse(mutedAt)).toBeLessThanOrEqual(24 * HOUR + 1_000)
    expect(Date.parse(endsAt ?? '') - Date.parse(mutedAt)).toBeGreaterThan(24 * HOUR - 60_000)
    const query = { limit: 1, cursor: first.nextCursor ?? '' }
    expect(await bob.call('GET /api/mutes', { query })).toMatchObject({
      mutes: [{ _id: ann._id, endsAt: null, notifications: true }],
      nextCursor: null,
    })
    await mute(bob, carl)
    expect((await bob.call('GET /api/mutes', {})).mutes).toMatchObject([{ endsAt: null, notifications: true }, {}])
    expect((await ann.call('GET /api/mutes', {})).mutes).toEqual([])
    await ann.call('POST /api/users/block/:id', { params: { id: bob._id } })
    expect((await bob.call('GET /api/mutes', {})).mutes).toMatchObject([{ _id: carl._id }])
  })

  test('is refused where it makes no sense', async ({ ann, bob }) => {
    const body = { duration: 'hour' } as const
    expect(await ann.refuse(MUTE, { params: { id: ann._id }, body })).toEqual(refusal('muteSelf'))
    expect(await ann.refuse(UNMUTE, { params: { id: bob._id } })).toEqual(refusal('notMuted'))
    for (const id of ['1', 'x']) {
      expect(await ann.refuse(MUTE, { params: { id }, body })).toEqual(refusal('memberUnknown'))
      expect(await ann.refuse(UNMUTE, { params: { id } })).toEqual(refusal('memberUnknown'))
    }
    await bob.call('POST /api/users/block/:id', { params: { id: ann._id } })
    expect(await ann.refuse(MUTE, { params: { id: bob._id }, body })).toEqual(refusal('memberUnknown'))
    expect(await ann.refuse('GET /api/mutes', { query: { cursor: 'x' } })).toEqual(refusal('cursorInvalid'))
  })

  test('is not announced in live news, and every tab of the muter is told', async ({ address, ann, carl, reader }) => {
    const stream = await openStream(address, reader.token)
    const versions = () => stream.heard.flatMap((event) => (event.name === 'relations' ? [event.data.version] : []))
    await mute(reader, ann)
    await stream.until(() => versions().length === 2)
    const hidden = await writePost(ann)
    const shown = await writePost(carl)
    await stream.until(() => stream.news().includes(shown._id))
    expect(stream.news()).not.toContain(hidden._id)
    stream.close()
  })
})
