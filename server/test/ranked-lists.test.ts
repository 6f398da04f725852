import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { SNAPSHOT_CODEC } from '../src/database/ranked-snapshot.ts'
import type { MemberId, PostId } from '../src/database/schema.ts'
import { MINIMAL } from './client.ts'
import { ENGINE } from './database.ts'
import { type TestMember, writePost } from './members.ts'
import { test as base, follow, like, readSuggestions, readTrending, readWith } from './ranked-lists-fixtures.ts'

/** On SQLite, a write waits for the open transaction. */
const whereWritersGoOn = async (write: () => Promise<unknown>) => {
  if (ENGINE === 'postgres') await write()
}

/** Liked by 2, 2, 1 and none. */
type Posts = [a: string, b: string, c: string, d: string, e: string]
/** Followed by 2, 2, 1 and none. */
type Stars = [a: TestMember, b: TestMember, c: TestMember, d: TestMember]

const test = base
  .extend('ann', ({ join }) => join())
  .extend('bob', ({ join }) => join())
  .extend('cem', ({ join }) => join())
  .extend('posts', async ({ ann, bob }): Promise<Posts> => {
    const write = async () => (await writePost(ann))._id
    const posts: Posts = [await write(), await write(), await write(), await write(), await write()]
    const [a, b, c] = posts
    for (const post of [a, b]) for (const member of [ann, bob]) await like(member, post)
    await like(ann, c)
    return posts
  })
  .extend('stars', async ({ join }): Promise<Stars> => [await join(), await join(), await join(), await join()])
  .extend('fans', async ({ join, stars }): Promise<[TestMember, TestMember, TestMember]> => {
    const fans = [await join(), await join(), await join()] as const
    const [a, b, c] = stars
    for (const star of [a, b]) for (const fan of fans.slice(0, 2)) await follow(fan, star)
    await follow(fans[0], c)
    return [...fans]
  })
  .extend('reader', ({ join }) => join())
  .extend('everybody', ({ stars, fans }) => [...stars, ...fans].map(({ _id }) => _id).toSorted())

describe('the trending feed', () => {
  test('shows each post once if a like was in progress when the first page was read', async ({
    holdUp,
    ann,
    bob,
    cem,
    posts,
  }) => {
    const [, , c, d] = posts
    const row = { post_id: Number(c) as PostId, member_id: Number(cem._id) as MemberId, at: 1 }
    const goOn = await holdUp(
      (transaction) => transaction.insertInto('likes').values(row).execute(),
      () => like(cem, c),
    )
    await whereWritersGoOn(() => like(bob, d))
    const read = await readWith((query) => readTrending(ann, 2, query), goOn)
    expect(read.toSorted()).toEqual(posts.toSorted())
  })

  test('shows each post once if a node whose clock is behind writes a like', async ({
    elsewhere,
    ann,
    bob,
    cem,
    posts,
  }) => {
    const [, , c, d] = posts
    await like(bob, d)
    const read = await readWith(
      (query) => readTrending(ann, 2, query),
      () => like(elsewhere(cem), c),
    )
    expect(read.toSorted()).toEqual(posts.toSorted())
  })
})

test('a forged snapshot causes no server error', async ({ nodes, join }) => {
  const ann = await join()
  for (const content of ['a', 'b', 'c']) {
    const { _id: postId } = await writePost(ann, content)
    await like(ann, postId)
    await ann.call('POST /api/posts/dislike/:postId', { params: { postId }, headers: MINIMAL })
  }
  // As if the likes had been in progress and the dislikes not: then posts have a negative number of likes.
  const place = ENGINE === 'postgres' ? sql`transaction_id` : sql`at`
  const { rows } = await sql<{ place: number }>`select ${place} as place from like_events where delta = 1`.execute(
    nodes.one.db.read,
  )
  const end = Math.max(...rows.map((row) => row.place)) + 100
  const snapshot = SNAPSHOT_CODEC.write({ time: Date.now(), end, open: rows.map((row) => row.place) })
  const [list, , ...rest] = String((await readTrending(ann, 1)).nextCursor).split('.')
  const cursor = [list, snapshot, ...rest].join('.')
  expect((await readTrending(ann, 1, { cursor })).entries.length).toBeLessThan(2)
})

describe('Who to follow', () => {
  test('shows each member once if a follow was in progress when the first page was read', async ({
    holdUp,
    stars,
    fans,
    reader,
    everybody,
  }) => {
    const [, , c, d] = stars
    const row = { follower_id: Number(fans[1]._id) as MemberId, followed_id: Number(c._id) as MemberId, at: 1 }
    const goOn = await holdUp(
      (transaction) => transaction.insertInto('follows').values(row).execute(),
      () => follow(fans[1], c),
    )
    await whereWritersGoOn(() => follow(fans[2], d))
    const read = await readWith((query) => readSuggestions(reader, 2, query), goOn)
    expect(read.toSorted()).toEqual(everybody)
  })

  test('shows each member once if a node whose clock is behind writes a follow', async ({
    elsewhere,
    stars,
    fans,
    reader,
    everybody,
  }) => {
    const [, , c, d] = stars
    await follow(fans[2], d)
    const read = await readWith(
      (query) => readSuggestions(reader, 2, query),
      () => follow(elsewhere(fans[1]), c),
    )
    expect(read.toSorted()).toEqual(everybody)
  })
})

test('Who to follow shows each member once to a reader who unfollows the first of many followed members', async ({
  nodes,
  join,
}) => {
  const { db } = nodes.one
  const star = await join()
  const first = await join()
  await follow(first, star)
  const joined = Array.from({ length: 200 }, () => memberRow(db.ids.next()))
  await db.write((transaction) => transaction.insertInto('members').values(joined).execute())
  const reader = await join()
  // As many followers as the star, and newer: they come first.
  const others = [await join(), await join()] as const
  await follow(others[0], others[1])
  await follow(others[1], others[0])
  await follow(reader, first)
  const rows = joined.map(({ id }) => ({
    follower_id: Number(reader._id) as MemberId,
    followed_id: id,
    at: db.ids.next(),
  }))
  await db.write((transaction) => transaction.insertInto('follows').values(rows).execute())
  const read = await readWith(
    (query) => readSuggestions(reader, 1, query),
    () => reader.call('POST /api/users/unfollow/:id', { params: { id: first._id }, query: { embed: 0 } }),
  )
  // The unfollowed members may be among them.
  const steady = [star, ...others].map(({ _id }) => _id)
  expect(read.filter((id) => id !== first._id).toSorted()).toEqual(steady.toSorted())
})

function memberRow(id: MemberId) {
  const names = { username: `row${id}`, username_key: `row${id}`, first_name: 'A', last_name: 'Row' }
  return { id, ...names, email: 'row@example.com', password_hash: '', avatar_url: '', updated_at: 0 }
}
