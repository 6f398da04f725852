import type { Post } from '@quack/contract'
import { SORTS, type Sort } from '@quack/contract/limits'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { signUp, type TestMember, writePost } from '../../../test/members.ts'
import { readAll } from '../../../test/read-all.ts'
import { malformed, refusal } from '../../../test/refusals.ts'

const FEED = 'GET /api/feed'

describe('the feed', () => {
  let app: TestApp
  let ann: TestMember
  let bob: TestMember
  let carl: TestMember
  /** Posts of Ann and Bob alternately, oldest first. */
  const own: string[] = []

  beforeAll(async () => {
    app = await startTestApp()
    ann = await signUp(app)
    bob = await signUp(app)
    carl = await signUp(app)
    await ann.call('POST /api/users/follow/:id', { params: { id: bob._id } })
    for (const [index, author] of [ann, bob, ann, bob, ann].entries()) {
      own.push((await writePost(author, `post ${index}`))._id)
      await writePost(carl, 'not for Ann')
    }
    // Likes: 0, 2, 1, 1, 0.
    for (const [member, index] of [
      [ann, 1],
      [bob, 1],
      [ann, 2],
      [bob, 3],
    ] as const) {
      await member.call('POST /api/posts/like/:postId', { params: { postId: own[index] ?? '' } })
    }
  })
  afterAll(() => app.close())

  const at = (...indexes: number[]) => indexes.map((index) => own[index])
  const EXPECTED: Record<Sort, () => (string | undefined)[]> = {
    latest: () => at(4, 3, 2, 1, 0),
    oldest: () => at(0, 1, 2, 3, 4),
    trending: () => at(1, 3, 2, 4, 0),
  }

  function walk(sort: Sort | undefined, limit: number, afterPage: (page: number) => Promise<void> = async () => {}) {
    let pages = 0
    return readAll<Post>(async (query) => {
      const page = await ann.call(FEED, { query: { limit, ...(sort ? { sort } : {}), ...query } })
      await afterPage(pages++)
      return { entries: page.posts, nextCursor: page.nextCursor }
    })
  }
  const idsOf = (posts: readonly Post[]) => posts.map(({ _id }) => _id)

  test.each(SORTS)("contains the viewer's posts and those of followed members, %s first", async (sort) => {
    for (const limit of [1, 2, 100]) expect(idsOf(await walk(sort, limit))).toEqual(EXPECTED[sort]())
  })

  test('is the same for a viewer who follows many, for whom PostgreSQL runs another query', async () => {
    const setCount = (following_count: number) =>
      app.db.write((transaction) =>
        transaction
          .updateTable('members')
          .set({ following_count })
          .where('username_key', '=', ann.username.toLowerCase())
          .executeTakeFirstOrThrow(),
      )
    expect(await setCount(1_000)).toMatchObject({ numUpdatedRows: 1n })
    for (const sort of ['latest', 'oldest'] as const) {
      for (const limit of [1, 2, 100]) expect(idsOf(await walk(sort, limit))).toEqual(EXPECTED[sort]())
    }
    await setCount(1)
  })

  test('is sorted latest first by default', async () => {
    expect(idsOf(await walk(undefined, 100))).toEqual(EXPECTED.latest())
  })

  test("shows the viewer's reactions", async () => {
    const posts = await walk('oldest', 100)
    expect(posts.map(({ viewer }) => viewer?.liked)).toEqual([false, true, true, false, false])
  })

  test('contains only own posts for a viewer who follows nobody, and none for a new member', async () => {
    const { posts } = await carl.call(FEED)
    expect(posts.map(({ username }) => username)).toEqual(Array(5).fill(carl.username))
    const dora = await signUp(app)
    expect(await dora.call(FEED)).toEqual({ posts: [], nextCursor: null })
  })

  test.each(SORTS)('neither skips nor repeats posts, %s first, while members like and write', async (sort) => {
    const eve = await signUp(app)
    const ids = idsOf(
      await walk(sort, 2, async (page) => {
        if (page > 0) return
        // The last post rises to the top, and the top post falls.
        await eve.call('POST /api/posts/like/:postId', { params: { postId: own[0] ?? '' } })
        await bob.call('POST /api/posts/dislike/:postId', { params: { postId: own[1] ?? '' } })
        await writePost(bob, 'meanwhile')
      }),
    )
    // The new post may be in the list, if its position comes after the first page.
    expect(ids.filter((id) => own.includes(id))).toEqual(EXPECTED[sort]())
    expect(new Set(ids).size).toBe(ids.length)
    // Restores the state for the next sort order.
    await eve.call('POST /api/posts/dislike/:postId', { params: { postId: own[0] ?? '' } })
    await bob.call('POST /api/posts/like/:postId', { params: { postId: own[1] ?? '' } })
    const { posts } = await bob.call('GET /api/posts', { query: { limit: 1 } })
    await bob.call('DELETE /api/posts/:postId', { params: { postId: posts[0]?._id ?? '' } })
  })

  test('refuses the cursor of another order or of another list', async () => {
    const { nextCursor } = await ann.call(FEED, { query: { sort: 'latest', limit: 1 } })
    const cursor = String(nextCursor)
    expect(await ann.refuse(FEED, { query: { sort: 'oldest', cursor } })).toEqual(refusal('cursorInvalid'))
    expect(await ann.refuse('GET /api/explore', { query: { cursor } })).toEqual(refusal('cursorInvalid'))
  })

  test('refuses an unknown order', async () => {
    expect(await ann.refuse(FEED, { query: { sort: 'best' as Sort } })).toEqual(
      malformed('sort must be one of latest, oldest, trending.'),
    )
  })

  test('is for members; explore is for everybody and lists all posts newest first', async () => {
    expect(await app.visitor.refuse(FEED)).toEqual(refusal('tokenInvalid'))
    const explored = await readAll(async (query) => {
      const page = await app.visitor.call('GET /api/explore', { query: { limit: 3, ...query } })
      return { entries: page.posts, nextCursor: page.nextCursor }
    })
    const { posts } = await app.visitor.call('GET /api/posts')
    expect(idsOf(explored)).toEqual(idsOf(posts))
    expect(explored).toHaveLength(10)
    expect(explored[0]).not.toHaveProperty('viewer')
    expect((await ann.call('GET /api/explore')).posts[0]).toHaveProperty('viewer')
  })
})

describe('the feed of a reader who follows more authors than a page has posts', () => {
  let app: TestApp
  beforeAll(async () => {
    app = await startTestApp()
  })
  afterAll(() => app.close())

  test("is in order, also where an author wrote several of a page's posts", async () => {
    const reader = await signUp(app)
    const authors: TestMember[] = []
    for (let count = 0; count < 6; count++) authors.push(await signUp(app))
    const written: string[] = []
    for (const index of [0, 1, 2, 3, 4, 5, 0, 0, 0, 3, 0, 3, 1]) {
      const author = authors[index]
      if (author) written.push((await writePost(author, 'one of many'))._id)
    }
    for (const { _id } of authors) await reader.call('POST /api/users/follow/:id', { params: { id: _id } })
    for (const limit of [1, 3, 5, 6, 7]) {
      const read = (sort: Sort) =>
        readAll<Post>(async (query) => {
          const { posts, nextCursor } = await reader.call(FEED, { query: { ...query, sort, limit } })
          return { entries: posts, nextCursor }
        })
      expect((await read('oldest')).map(({ _id }) => _id)).toEqual(written)
      expect((await read('latest')).map(({ _id }) => _id)).toEqual(written.toReversed())
    }
  })
})
