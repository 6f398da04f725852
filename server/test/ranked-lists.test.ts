import { createRandom } from '@quack/testing/random'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Connection } from '../src/database/database.ts'
import { SNAPSHOT_CODEC } from '../src/database/ranked-snapshot.ts'
import type { MemberId, PostId } from '../src/database/schema.ts'
import { createClient } from './client.ts'
import { ENGINE } from './database.ts'
import { signUp, type TestMember, writePost } from './members.ts'
import { type Nodes, startNodes } from './nodes.ts'
import { readAll } from './read-all.ts'

/** Lists that are ordered by likes or followers, read to their end while these counts change. */

const BEHIND_MS = 10 * 60_000
const MINIMAL = { prefer: 'return=minimal' }

let nodes: Nodes
beforeEach(async () => {
  nodes = await startNodes(BEHIND_MS)
})
afterEach(async () => {
  for (const goOn of heldUp.splice(0)) await goOn()
  await nodes.close()
})

/** Releases requests that a failed test still holds. */
const heldUp: (() => Promise<void>)[] = []

type Caller = Pick<TestMember, 'call'>

/** The same member on the other node. */
const elsewhere = (member: TestMember): Caller => createClient(nodes.other.app, member.token)
const like = (member: Caller, postId: string) =>
  member.call('POST /api/posts/like/:postId', { params: { postId }, headers: MINIMAL })
const follow = (member: Caller, { _id: id }: TestMember) =>
  member.call('POST /api/users/follow/:id', { params: { id }, query: { embed: 0 } })

interface IdPage {
  readonly entries: readonly string[]
  readonly nextCursor: string | null
}
type Query = { readonly cursor?: string }

async function readTrending(reader: Caller, limit: number, { cursor }: Query = {}): Promise<IdPage> {
  const { posts, nextCursor } = await reader.call('GET /api/feed', {
    query: { sort: 'trending', limit, embed: 0, ...(cursor === undefined ? {} : { cursor }) },
  })
  return { entries: posts.map(({ _id }) => _id), nextCursor }
}

async function readSuggestions(reader: Caller, limit: number, { cursor }: Query = {}): Promise<IdPage> {
  const { users, nextCursor } = await reader.call('GET /api/suggestions', {
    query: { limit, embed: 0, ...(cursor === undefined ? {} : { cursor }) },
  })
  return { entries: users.map(({ _id }) => _id), nextCursor }
}

/** Called after the first page. */
async function readWith(readPage: (query: Query) => Promise<IdPage>, meanwhile: () => Promise<unknown>) {
  let pages = 0
  return readAll(async (query) => {
    if (++pages === 2) await meanwhile()
    return readPage(query)
  })
}

/**
 * Starts a request that stops in the middle of its transaction, at a key that another transaction has written and will
 * roll back. On SQLite, which runs one transaction at a time, it waits before its own.
 * @returns resumes the request and waits for its end
 */
async function holdUp(write: (transaction: Connection) => Promise<unknown>, request: () => Promise<unknown>) {
  const { db } = nodes.one
  const [written, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const holder = db
    .write(async (transaction) => {
      await write(transaction)
      written.resolve()
      await released.promise
      throw new Error('Taken back.')
    })
    .catch(() => undefined)
  await written.promise
  const held = request()
  heldUp.push(goOn)
  if (ENGINE === 'postgres') {
    const waiting = sql<{ count: number }>`
      select count(*) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    await expect.poll(async () => (await waiting.execute(db.read)).rows[0]?.count).toBe(1)
  }
  return goOn

  async function goOn() {
    released.resolve()
    await holder
    await held
  }
}

/** On SQLite, a write waits for the open transaction. */
const whereWritersGoOn = async (write: () => Promise<unknown>) => {
  if (ENGINE === 'postgres') await write()
}

describe('the trending feed', () => {
  let ann: TestMember
  let bob: TestMember
  let cem: TestMember
  /** Liked by 2, 2, 1 and none. */
  let posts: [a: string, b: string, c: string, d: string, e: string]

  beforeEach(async () => {
    ;[ann, bob, cem] = [await signUp(nodes.one), await signUp(nodes.one), await signUp(nodes.one)]
    const write = async () => (await writePost(ann))._id
    posts = [await write(), await write(), await write(), await write(), await write()]
    const [a, b, c] = posts
    for (const post of [a, b]) for (const member of [ann, bob]) await like(member, post)
    await like(ann, c)
  })

  test('shows each post once if a like was in progress when the first page was read', async () => {
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

  test('shows each post once if a node whose clock is behind writes a like', async () => {
    const [, , c, d] = posts
    await like(bob, d)
    const read = await readWith(
      (query) => readTrending(ann, 2, query),
      () => like(elsewhere(cem), c),
    )
    expect(read.toSorted()).toEqual(posts.toSorted())
  })
})

test('a forged snapshot causes no server error', async () => {
  const ann = await signUp(nodes.one)
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
  let reader: TestMember
  let fans: [TestMember, TestMember, TestMember]
  /** Followed by 2, 2, 1 and none. */
  let stars: [a: TestMember, b: TestMember, c: TestMember, d: TestMember]
  const everybody = () => [...stars, ...fans].map(({ _id }) => _id).toSorted()

  beforeEach(async () => {
    const join = () => signUp(nodes.one)
    stars = [await join(), await join(), await join(), await join()]
    fans = [await join(), await join(), await join()]
    reader = await join()
    const [a, b, c] = stars
    for (const star of [a, b]) for (const fan of fans.slice(0, 2)) await follow(fan, star)
    await follow(fans[0], c)
  })

  test('shows each member once if a follow was in progress when the first page was read', async () => {
    const [, , c, d] = stars
    const row = { follower_id: Number(fans[1]._id) as MemberId, followed_id: Number(c._id) as MemberId, at: 1 }
    const goOn = await holdUp(
      (transaction) => transaction.insertInto('follows').values(row).execute(),
      () => follow(fans[1], c),
    )
    await whereWritersGoOn(() => follow(fans[2], d))
    const read = await readWith((query) => readSuggestions(reader, 2, query), goOn)
    expect(read.toSorted()).toEqual(everybody())
  })

  test('shows each member once if a node whose clock is behind writes a follow', async () => {
    const [, , c, d] = stars
    await follow(fans[2], d)
    const read = await readWith(
      (query) => readSuggestions(reader, 2, query),
      () => follow(elsewhere(fans[1]), c),
    )
    expect(read.toSorted()).toEqual(everybody())
  })
})

test('Who to follow shows each member once to a reader who unfollows the first of many followed members', async () => {
  const { db } = nodes.one
  const star = await signUp(nodes.one)
  const first = await signUp(nodes.one)
  await follow(first, star)
  const joined = Array.from({ length: 200 }, () => memberRow(db.ids.next()))
  await db.write((transaction) => transaction.insertInto('members').values(joined).execute())
  const reader = await signUp(nodes.one)
  // As many followers as the star, and newer: they come first.
  const others = [await signUp(nodes.one), await signUp(nodes.one)] as const
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

describe('under 24 writers, on two nodes if the engine supports it', () => {
  const WRITERS = 24
  const WRITES = 12
  const READERS = 4
  const READINGS = 6
  const POSTS = 30

  let writers: TestMember[]
  let readers: TestMember[]

  beforeEach(async () => {
    const join = async (count: number) => {
      const joined: TestMember[] = []
      while (joined.length < count) joined.push(await signUp(nodes.one))
      return joined
    }
    writers = await join(WRITERS)
    readers = await join(READERS)
  })

  const onEither = (member: TestMember, index: number) => (index % 2 === 0 ? member : elsewhere(member))

  /** Writers write while readers read, each a fixed number of times. @returns what each read saw, sorted */
  async function readWhile(
    write: (writer: TestMember, caller: Caller, index: number) => Promise<unknown>,
    readPage: (reader: Caller, query: Query) => Promise<IdPage>,
  ) {
    const writing = writers.map(async (writer, number) => {
      for (let count = 0; count < WRITES; count++) {
        await write(writer, onEither(writer, number + count), number * WRITES + count)
      }
    })
    const reading = readers.map(async (reader, number) => {
      const readings: string[][] = []
      for (let count = 0; count < READINGS; count++) {
        let pages = number + count
        const read = await readAll((query) => readPage(onEither(reader, pages++), query))
        readings.push(read.toSorted())
      }
      return readings
    })
    const [readings] = await Promise.all([Promise.all(reading), Promise.all(writing)])
    return readings
  }

  test('trending shows each post once in every read', async () => {
    const [author] = readers
    if (!author) throw new Error('There is nobody to write.')
    const posts: string[] = []
    for (let count = 0; count < POSTS; count++) posts.push((await writePost(author))._id)
    for (const reader of readers.slice(1)) await follow(reader, author)
    const random = createRandom(1)
    const liked = new Map<TestMember, Set<string>>(writers.map((writer) => [writer, new Set()]))
    const readings = await readWhile(
      async (writer, caller) => {
        const own = liked.get(writer)
        const postId = random.pick(posts)
        if (!own?.delete(postId)) {
          own?.add(postId)
          return like(caller, postId)
        }
        // Another writer may have removed the last one.
        const { status } = await createClient(nodes.one.app, writer.token).send({
          method: 'POST',
          url: `/api/posts/dislike/${postId}`,
          headers: MINIMAL,
        })
        expect([201, 400]).toContain(status)
      },
      (reader, query) => readTrending(reader, 4, query),
    )
    for (const of of readings) for (const read of of) expect(read).toEqual(posts.toSorted())
  })

  test('Who to follow shows each member once in every read', async () => {
    // Members also become near and far: each reader follows one of those who follow others.
    for (const [index, reader] of readers.entries()) await follow(reader, writers[index] ?? reader)
    const random = createRandom(2)
    const followed = new Map<TestMember, Set<TestMember>>(writers.map((writer) => [writer, new Set()]))
    const readings = await readWhile(
      (writer, caller) => {
        const own = followed.get(writer)
        const other = random.pick(writers.filter((each) => each !== writer))
        if (own?.delete(other)) {
          return caller.call('POST /api/users/unfollow/:id', { params: { id: other._id }, query: { embed: 0 } })
        }
        own?.add(other)
        return follow(caller, other)
      },
      (reader, query) => readSuggestions(reader, 4, query),
    )
    const everybody = [...writers, ...readers]
    for (const [index, reader] of readers.entries()) {
      const expected = everybody.filter((member) => member !== reader && member !== writers[index])
      for (const read of readings[index] ?? []) expect(read).toEqual(expected.map(({ _id }) => _id).toSorted())
    }
  })
})
