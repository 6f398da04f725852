import { createRandom } from '@quack/testing/random'
import { isLong } from '@quack/testing/tier'
import { describe, expect } from 'vitest'
import { createClient, MINIMAL } from './client.ts'
import { type TestMember, writePost } from './members.ts'
import {
  test as base,
  type Caller,
  follow,
  type IdPage,
  like,
  type Query,
  readSuggestions,
  readTrending,
} from './ranked-lists-fixtures.ts'
import { readAll } from './read-all.ts'

const WRITERS = 12
const WRITES = isLong ? 8 : 4
const READERS = 4
const READINGS = isLong ? 4 : 2
const POSTS = 30

const test = base
  .extend('joinMany', ({ join }) => async (count: number) => {
    const joined: TestMember[] = []
    while (joined.length < count) joined.push(await join())
    return joined
  })
  .extend('writers', ({ joinMany }) => joinMany(WRITERS))
  .extend('readers', ({ joinMany }) => joinMany(READERS))
  /** Writers write while readers read, each a fixed number of times. @returns what each read saw, sorted */
  .extend('readWhile', ({ elsewhere, writers, readers }) => {
    const onEither = (member: TestMember, index: number) => (index % 2 === 0 ? member : elsewhere(member))
    return async (
      write: (writer: TestMember, caller: Caller, index: number) => Promise<unknown>,
      readPage: (reader: Caller, query: Query) => Promise<IdPage>,
    ) => {
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
  })

describe('under 12 writers, on two nodes if the engine supports it', () => {
  test('trending shows each post once in every read', async ({ nodes, writers, readers, readWhile }) => {
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

  test('Who to follow shows each member once in every read', async ({ writers, readers, readWhile }) => {
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
