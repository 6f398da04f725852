import type { Sort } from '@quack/contract/rules/limits'
import { describe, expect } from 'vitest'
import { MINIMAL } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { WITHOUT_BACKGROUND_WORK } from '../../../test/without-background-work.ts'
import { createCaches } from '../../caches.ts'

const test = base
  .extend('options', { scope: 'file' }, () => ({ ...WITHOUT_BACKGROUND_WORK, createCaches }))
  .extend('author', { auto: true }, async ({ member, ann, bob }) => {
    const author = await member('author')
    for (const reader of [ann, bob]) await reader.call('POST /api/users/follow/:id', { params: { id: author._id } })
    for (let count = 0; count < 25; count++) await writePost(author, `Post ${count}`)
    return author
  })
  /** Reads a reader's feed and counts the queries. */
  .extend('read', ({ app }) => async (reader: TestMember, query: { sort?: Sort; cursor?: string } = {}) => {
    const before = app.db.stats().queries_total ?? 0
    const { posts, nextCursor } = await reader.call('GET /api/feed', { query: { limit: 20, embed: 0, ...query } })
    return { posts, nextCursor, queries: (app.db.stats().queries_total ?? 0) - before }
  })

/** These tests count queries. In tests that do not, checked-answers.ts compares pages with uncached answers. */
describe('pages assembled from cached parts', () => {
  test('a page that was read before takes no query', async ({ ann, read }) => {
    await read(ann)
    expect(await read(ann)).toMatchObject({ queries: 0 })
  })

  test('a new post is inserted into the first page and moves the posts after it', async ({
    ann,
    bob,
    author,
    read,
  }) => {
    const before = await read(ann)
    const next = await read(ann, { cursor: String(before.nextCursor) })
    const oldest = await read(ann, { sort: 'oldest' })
    const { _id } = await writePost(author, 'the newest')
    // The first reader pays for serialising the post.
    await read(bob)

    const after = await read(ann)
    expect(after.posts.map((post) => post._id)).toEqual([_id, ...before.posts.slice(0, 19).map((post) => post._id)])
    expect(after.queries).toBe(0)
    const moved = await read(ann, { cursor: String(after.nextCursor) })
    expect(moved.posts[0]?._id).toBe(before.posts[19]?._id)
    expect(await read(ann, { cursor: String(before.nextCursor) })).toMatchObject({ posts: next.posts, queries: 0 })
    expect(await read(ann, { sort: 'oldest' })).toMatchObject({ posts: oldest.posts, queries: 0 })
  })

  test('a reaction shows to the reader who made it, and to no other', async ({ ann, bob, read }) => {
    const [post] = (await read(bob)).posts
    await read(ann)
    await bob.call('POST /api/users/bookmark/:id', { params: { id: post?._id ?? '' } })
    expect((await read(bob)).posts[0]?.viewer).toEqual({ liked: false, disliked: false, bookmarked: true })
    expect(await read(ann)).toMatchObject({
      posts: [{ viewer: { bookmarked: false } }, ...Array(19).fill({})],
      queries: 0,
    })
  })

  test('a like invalidates one post only', async ({ ann, bob, read }) => {
    const [, , post] = (await read(ann)).posts
    await bob.call('POST /api/posts/like/:postId', { params: { postId: post?._id ?? '' } })
    const { posts, queries } = await read(ann)
    expect(posts[2]?.likes.likeCount).toBe(1)
    expect(queries).toBe(1)
  })

  test('a post with comments, and with members who like it or have voted on them, takes four queries', async ({
    app,
    ann,
    bob,
    carl,
    author,
  }) => {
    const [params, other] = [{ postId: (await writePost(author))._id }, { postId: (await writePost(author))._id }]
    await ann.call('POST /api/posts/like/:postId', { params })
    await carl.call('POST /api/posts/like/:postId', { params })
    await carl.call('POST /api/posts/dislike/:postId', { params })
    const body = { commentData: { text: 'A comment' } }
    const added = await carl.call('POST /api/comments/add/:postId', { params, body, headers: MINIMAL })
    const vote = { params: { ...params, commentId: added.post?.comments[0]?._id ?? '' } }
    for (const voter of [ann, author]) await voter.call('POST /api/comments/upvote/:postId/:commentId', vote)
    // The reader's reactions are cached from now on.
    await bob.call('GET /api/posts/:postId', { params: other, query: { embed: 20 } })

    const before = app.db.stats().queries_total ?? 0
    const { post } = await bob.call('GET /api/posts/:postId', { params, query: { embed: 20 } })
    expect((app.db.stats().queries_total ?? 0) - before).toBeLessThanOrEqual(4)
    const of = (member: TestMember) => expect.objectContaining({ username: member.username })
    expect(post).toMatchObject({
      likes: { likeCount: 1, likedBy: [of(ann)], dislikedBy: [of(carl)] },
      comments: [{ username: carl.username, votes: { upvotedBy: [of(author), of(ann)], upvoteCount: 2 } }],
    })
  })

  test('a like makes stale the trending pages of those who follow a hashtag of the post, and no others', async ({
    ann,
    carl,
    read,
  }) => {
    await ann.call('POST /api/tags/:tag/follow', { params: { tag: 'pond' } })
    const [followed, other] = [await writePost(carl, 'By the #pond'), await writePost(carl, 'In the #reeds')]
    const like = (postId: string) => carl.call('POST /api/posts/like/:postId', { params: { postId } })
    await writePost(carl, 'Later at the #pond')
    const before = await read(ann, { sort: 'trending' })
    await like(other._id)
    expect(await read(ann, { sort: 'trending' })).toMatchObject({ posts: before.posts, queries: 0 })
    await like(followed._id)
    const { posts, queries } = await read(ann, { sort: 'trending' })
    expect(posts[0]?._id).toBe(followed._id)
    expect(queries).toBeGreaterThan(0)
  })
})
