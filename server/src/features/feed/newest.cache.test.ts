import { expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { interruptReads } from '../../../test/interrupted-reads.ts'
import { signUp, type TestMember, writePost } from '../../../test/members.ts'
import { tryCatchUp } from '../../database/database.ts'
import { NewestCache } from './newest.cache.ts'

/** The author, as an index, and the id of a post. */
interface Written {
  readonly author: number
  readonly id: number
}

async function writeAs(authors: readonly TestMember[], author: number): Promise<Written> {
  const member = authors[author]
  if (!member) throw new Error('There is no such author.')
  return { author, id: Number((await writePost(member))._id) }
}

/** The cache reads all posts, so each test has a server of its own, with ten posts of three authors. */
const test = base
  .extend('authors', async ({ ownApp }) => {
    const authors: TestMember[] = []
    for (let count = 0; count < 3; count++) authors.push(await signUp(ownApp))
    return authors
  })
  /** In the order in which they were written. */
  .extend('posts', async ({ authors }) => {
    const posts: Written[] = []
    for (const author of [0, 1, 1, 2, 0, 1, 1, 1, 2, 1]) posts.push(await writeAs(authors, author))
    return posts
  })
  .extend('write', ({ authors, posts }) => async (author: number): Promise<void> => {
    posts.push(await writeAs(authors, author))
  })
  .extend('remove', ({ authors, posts }) => async (index: number): Promise<void> => {
    const [removed] = posts.splice(index, 1)
    const params = { postId: String(removed?.id) }
    await authors[removed?.author ?? 0]?.call('DELETE /api/posts/:postId', { params })
  })
  .extend('newestOf', ({ posts }) => (wanted: readonly number[], limit: number, before: number) => {
    return posts
      .filter(({ author, id }) => wanted.includes(author) && id < before)
      .map(({ id }) => id)
      .sort((a, b) => b - a)
      .slice(0, limit)
  })
  .extend('load', ({ ownApp: { db }, authors }) => {
    return async (cache: NewestCache, wanted: readonly number[], limit: number, before = Infinity, read = db.read) => {
      expect(await tryCatchUp(db)).toBe(true)
      const ids = wanted.map((author) => Number(authors[author]?._id))
      const after = before === Infinity ? null : { at: before }
      return cache.load(read, Float64Array.from(ids).sort(), { limit, after })
    }
  })

test('answers once it has read far enough, one step at a time', async ({
  ownApp: app,
  load,
  newestOf,
  posts,
  write,
}) => {
  for (const author of [0, 1, 1, 1]) await write(author)
  const cache = new NewestCache(app.db.invalidations, 'posts', { step: 3, full: 100, max: 200 })
  expect(await load(cache, [0], 1)).toBeNull()
  expect(await load(cache, [0], 1)).toEqual(newestOf([0], 1, Infinity))
  expect([cache.entries, cache.hits, cache.misses]).toEqual([6, 1, 1])
  // It does not know where a list ends before it has read all posts.
  for (let read = 9; read <= posts.length; read += 3) expect(await load(cache, [0], 99)).toBeNull()
  expect(await load(cache, [0], 99)).toEqual(newestOf([0], 99, Infinity))
  expect(cache.entries).toBe(posts.length)
})

test('equals the list of posts for every limit and cursor, while posts are added and removed', async ({
  ownApp: app,
  load,
  newestOf,
  posts,
  remove,
  write,
}) => {
  const cache = new NewestCache(app.db.invalidations, 'posts', { step: 4, full: 100, max: 200 })
  const check = async () => {
    for (const wanted of [[0], [1], [0, 2], [0, 1, 2]]) {
      for (const limit of [1, 2, 5, 50]) {
        for (const before of [Infinity, ...posts.map(({ id }) => id)]) {
          const found = await load(cache, wanted, limit, before)
          if (found) expect(found).toEqual(newestOf(wanted, limit, before))
          else expect(cache.misses).toBeLessThan(4)
        }
      }
    }
  }
  await check()
  await write(2)
  await write(0)
  await check()
  await remove(4)
  await check()
})

test('counts the posts of authors in a range, unless it does not have all of it', async ({
  ownApp: app,
  authors,
  load,
  posts,
}) => {
  const cache = new NewestCache(app.db.invalidations, 'posts', { step: 4, full: 100, max: 200 })
  await load(cache, [0], 1)
  const ids = posts.map(({ id }) => id)
  const at = (index: number) => ids.at(index) ?? 0
  const count = (wanted: readonly number[], low: number, high: number, max = 100) => {
    const members = wanted.map((author) => Number(authors[author]?._id))
    return cache.count(Float64Array.from(members).sort(), { low, high }, max)
  }
  // It has the newest four, of the authors 1, 1, 2 and 1.
  expect(count([0, 1, 2], at(-4) - 1, Infinity)).toBe(4)
  expect(count([1], at(-4) - 1, Infinity)).toBe(3)
  expect(count([1], at(-4), at(-1))).toBe(1)
  expect(count([1], at(-4) - 1, Infinity, 2)).toBe(2)
  expect(count([0], at(-4), Infinity)).toBe(0)
  expect(count([1], at(-4) - 2, Infinity)).toBeNull()
  for (const wanted of [[0], [1], [0, 2]]) {
    while ((await load(cache, wanted, 99)) === null);
    for (const low of [0, ...ids]) {
      for (const high of [...ids, Infinity]) {
        const isCounted = ({ author, id }: Written) => wanted.includes(author) && id > low && id < high
        expect(count(wanted, low, high)).toBe(posts.filter(isCounted).length)
      }
    }
  }
})

test('reads no further when it is full, and starts again when it has grown too large', async ({
  ownApp: app,
  load,
  newestOf,
  write,
}) => {
  const cache = new NewestCache(app.db.invalidations, 'posts', { step: 4, full: 4, max: 5 })
  for (let count = 0; count < 3; count++) expect(await load(cache, [0, 1, 2], 9)).toBeNull()
  expect(cache.entries).toBe(4)
  expect(await load(cache, [0, 1, 2], 4)).toEqual(newestOf([0, 1, 2], 4, Infinity))
  await write(1)
  await write(1)
  expect(await load(cache, [0, 1, 2], 4)).toEqual(newestOf([0, 1, 2], 4, Infinity))
  expect(cache.entries).toBe(4)
})

test.for(['written', 'removed'])(
  'is exact if a post is %s while it reads',
  async (change, { ownApp: app, load, newestOf, remove, write }) => {
    const cache = new NewestCache(app.db.invalidations, 'posts', { step: 50, full: 100, max: 200 })
    const interrupt = async () => {
      await (change === 'written' ? write(0) : remove(4))
      expect(await tryCatchUp(app.db)).toBe(true)
    }
    await load(cache, [0, 1, 2], 50, Infinity, interruptReads(app.db.read, { next: interrupt }))
    await load(cache, [0, 1, 2], 50)
    expect(await load(cache, [0, 1, 2], 50)).toEqual(newestOf([0, 1, 2], 50, Infinity))
  },
)

test('is empty after an invalidation of everything', async ({ ownApp: app, load, newestOf, posts }) => {
  const cache = new NewestCache(app.db.invalidations, 'posts', { step: 50, full: 100, max: 200 })
  await load(cache, [0], 1)
  expect(cache.entries).toBe(posts.length)
  app.db.invalidations.add([['everything', 0, 0]])
  expect(cache.entries).toBe(0)
  expect(await load(cache, [0], 1)).toEqual(newestOf([0], 1, Infinity))
})
