import { describe, expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { insertPosts } from '../../../test/search.ts'
import type { MemberId } from '../../database/schema.ts'

const test = base
  .extend('postId', async ({ ann, bob, carl }) => {
    const { _id: postId } = await writePost(ann)
    // All three like the post, then Ann dislikes it: 2 likers remain, and likeCount is 2.
    for (const member of [ann, bob, carl]) await member.call('POST /api/posts/like/:postId', { params: { postId } })
    await ann.call('POST /api/posts/dislike/:postId', { params: { postId } })
    for (const [index, member] of [ann, bob, carl].entries()) {
      const body = { commentData: { text: `comment ${index}` } }
      await member.call('POST /api/comments/add/:postId', { params: { postId }, body })
    }
    const { comments } = await ann.call('GET /api/comments/:postId', { params: { postId } })
    const params = { postId, commentId: comments[0]?._id ?? '' }
    await ann.call('POST /api/comments/upvote/:postId/:commentId', { params })
    await bob.call('POST /api/comments/upvote/:postId/:commentId', { params })
    await carl.call('POST /api/comments/downvote/:postId/:commentId', { params })
    return postId
  })
  .extend('read', ({ postId }) => async (client: Client, embed?: number, of = postId) => {
    const query = embed === undefined ? {} : { embed }
    const { post } = await client.call('GET /api/posts/:postId', { params: { postId: of }, query })
    const names = (list: readonly { username: string }[] | undefined) => list?.map(({ username }) => username)
    return {
      likedBy: names(post.likes.likedBy),
      dislikedBy: names(post.likes.dislikedBy),
      comments: post.comments.map(({ text }) => text),
      upvotedBy: names(post.comments[0]?.votes.upvotedBy),
      downvotedBy: names(post.comments[0]?.votes.downvotedBy),
      counts: [post.likes.likeCount, post.likes.likedByCount, post.commentCount],
      voteCounts: post.comments[0] && [post.comments[0].votes.upvoteCount, post.comments[0].votes.downvoteCount],
      viewer: post.viewer,
      commentViewer: post.comments[0]?.viewer,
    }
  })

/** Nested lists show up to `embed` entries: the viewer's own first, if there is one, and then the newest. */
describe('lists inside a post', () => {
  test('a visitor reads them newest first', async ({ app, ann, bob, carl, read }) => {
    const whole = {
      likedBy: [carl.username, bob.username],
      dislikedBy: [ann.username],
      comments: ['comment 2', 'comment 1', 'comment 0'],
      upvotedBy: [bob.username, ann.username],
      downvotedBy: [carl.username],
      counts: [2, 2, 3],
      voteCounts: [2, 1],
      viewer: undefined,
      commentViewer: undefined,
    }
    expect(await read(app.visitor)).toEqual(whole)
    expect(await read(app.visitor, 100)).toEqual(whole)
  })

  test('a viewer comes first in the lists that contain them, and is in no other', async ({ ann, bob, carl, read }) => {
    expect(await read(ann)).toMatchObject({
      likedBy: [carl.username, bob.username],
      dislikedBy: [ann.username],
      upvotedBy: [ann.username, bob.username],
      viewer: { liked: false, disliked: true, bookmarked: false },
      commentViewer: { upvoted: true, downvoted: false },
    })
    expect(await read(bob)).toMatchObject({
      likedBy: [bob.username, carl.username],
      viewer: { liked: true, disliked: false, bookmarked: false },
    })
    expect(await read(carl)).toMatchObject({
      likedBy: [carl.username, bob.username],
      upvotedBy: [bob.username, ann.username],
      commentViewer: { upvoted: false, downvoted: true },
    })
  })

  test("embed=1 keeps the newest entry, or the viewer's own instead; the counts stay exact", async ({
    app,
    ann,
    bob,
    carl,
    read,
  }) => {
    const exact = { counts: [2, 2, 3], voteCounts: [2, 1] }
    expect(await read(app.visitor, 1)).toMatchObject({
      ...exact,
      likedBy: [carl.username],
      upvotedBy: [bob.username],
      comments: ['comment 2'],
    })
    expect(await read(bob, 1)).toMatchObject({ ...exact, likedBy: [bob.username], upvotedBy: [bob.username] })
    expect(await read(ann, 1)).toMatchObject({ ...exact, likedBy: [carl.username], upvotedBy: [ann.username] })
  })

  test("embed=0 empties them; the counts and the viewer's reactions stay", async ({ bob, read }) => {
    expect(await read(bob, 0)).toMatchObject({
      likedBy: [],
      dislikedBy: [],
      comments: [],
      counts: [2, 2, 3],
      viewer: { liked: true, disliked: false, bookmarked: false },
    })
  })

  test('every member in them is a summary', async ({ ann, bob, carl, postId }) => {
    const { post } = await bob.call('GET /api/posts/:postId', { params: { postId } })
    const summary = ({ record }: TestMember) => ({
      _id: record._id,
      username: record.username,
      firstName: record.firstName,
      lastName: record.lastName,
      avatarURL: record.avatarURL,
    })
    expect(post.likes.likedBy).toEqual([summary(bob), summary(carl)])
    expect(post.likes.dislikedBy).toEqual([summary(ann)])
    expect(post.comments[0]?.votes.downvotedBy).toEqual([summary(carl)])
  })

  test("the viewer's old entry comes before newer ones, within the requested length", async ({
    app,
    ann,
    bob,
    carl,
    read,
  }) => {
    const { _id: disliked } = await writePost(ann)
    for (const action of ['like', 'dislike'] as const) {
      for (const member of [ann, bob, carl]) {
        await member.call(`POST /api/posts/${action}/:postId`, { params: { postId: disliked } })
      }
    }
    expect(await read(ann, 2, disliked)).toMatchObject({ dislikedBy: [ann.username, carl.username], likedBy: [] })
    expect(await read(app.visitor, 2, disliked)).toMatchObject({ dislikedBy: [carl.username, bob.username] })
  })
})

/** The newest hundred reactions of a member are read at once; the others for each page. */
test('a reaction that is older than a hundred others of the member is shown', async ({ app, ann, bob }) => {
  const [liked, other] = [await writePost(bob), await writePost(bob)]
  await ann.call('POST /api/posts/like/:postId', { params: { postId: liked._id } })
  const idOf = (member: TestMember) => Number(member._id) as MemberId
  const newer = await insertPosts(app.db, idOf(bob), Array<string>(100).fill('A newer post'))
  const likes = newer.map((post_id, at) => ({ post_id, member_id: idOf(ann), at }))
  await app.db.write((transaction) => transaction.insertInto('likes').values(likes).execute())
  const viewerOf = async (postId: string) =>
    (await ann.call('GET /api/posts/:postId', { params: { postId } })).post.viewer
  expect([await viewerOf(liked._id), await viewerOf(other._id)]).toMatchObject([{ liked: true }, { liked: false }])
})
