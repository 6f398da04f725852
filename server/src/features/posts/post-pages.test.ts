import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { signUp, type TestMember, writePost } from '../../../test/members.ts'
import { createCaches } from '../../caches.ts'

/** What pages show is compared with uncached answers throughout the suite (checked-answers.ts); here, what they cost. */
describe('pages put together of cached parts', () => {
  let app: TestApp
  let ann: TestMember
  let bob: TestMember
  let author: TestMember

  beforeAll(async () => {
    app = await startTestApp({ createCaches })
    ;[ann, bob, author] = [await signUp(app), await signUp(app), await signUp(app)]
    for (const reader of [ann, bob]) await reader.call('POST /api/users/follow/:id', { params: { id: author._id } })
    for (let count = 0; count < 25; count++) await writePost(author, `Post ${count}`)
  })
  afterAll(() => app.close())

  /** A reader's feed, and how many queries it took. */
  async function read(reader: TestMember, query: { sort?: 'latest' | 'oldest'; cursor?: string } = {}) {
    const before = app.db.figures().queries_total ?? 0
    const { posts, nextCursor } = await reader.call('GET /api/feed', { query: { limit: 20, embed: 0, ...query } })
    return { posts, nextCursor, queries: (app.db.figures().queries_total ?? 0) - before }
  }
  test('a page that was read before takes no query', async () => {
    await read(ann)
    expect(await read(ann)).toMatchObject({ queries: 0 })
  })

  test('a new post is put on the first page, and moves what comes after it', async () => {
    const before = await read(ann)
    const next = await read(ann, { cursor: String(before.nextCursor) })
    const oldest = await read(ann, { sort: 'oldest' })
    const { _id } = await writePost(author, 'the newest')
    // Made once, for whoever comes first.
    await read(bob)

    const after = await read(ann)
    expect(after.posts.map((post) => post._id)).toEqual([_id, ...before.posts.slice(0, 19).map((post) => post._id)])
    expect(after.queries).toBe(0)
    const moved = await read(ann, { cursor: String(after.nextCursor) })
    expect(moved.posts[0]?._id).toBe(before.posts[19]?._id)
    expect(await read(ann, { cursor: String(before.nextCursor) })).toMatchObject({ posts: next.posts, queries: 0 })
    expect(await read(ann, { sort: 'oldest' })).toMatchObject({ posts: oldest.posts, queries: 0 })
  })

  test('what a reader has done with a post shows for that reader alone', async () => {
    const [post] = (await read(bob)).posts
    await read(ann)
    await bob.call('POST /api/users/bookmark/:id', { params: { id: post?._id ?? '' } })
    expect((await read(bob)).posts[0]?.viewer).toEqual({ liked: false, disliked: false, bookmarked: true })
    expect(await read(ann)).toMatchObject({
      posts: [{ viewer: { bookmarked: false } }, ...Array(19).fill({})],
      queries: 0,
    })
  })

  test('a like makes one post anew', async () => {
    const [, , post] = (await read(ann)).posts
    await bob.call('POST /api/posts/like/:postId', { params: { postId: post?._id ?? '' } })
    const { posts, queries } = await read(ann)
    expect(posts[2]?.likes.likeCount).toBe(1)
    expect(queries).toBe(1)
  })
})
