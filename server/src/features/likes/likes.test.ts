import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { signUp, type TestMember, writePost } from '../../../test/members.ts'

describe('likes', () => {
  let app: TestApp
  let ann: TestMember
  let bob: TestMember

  beforeAll(async () => {
    app = await startTestApp()
    ann = await signUp(app)
    bob = await signUp(app)
  })
  afterAll(() => app.close())

  test('a like adds one, joins likedBy with the viewer first, and is refused a second time', async () => {
    const { _id: postId } = await writePost(ann)
    await ann.call('POST /api/posts/like/:postId', { params: { postId } })
    const headers = { prefer: 'return=minimal' }
    const { post } = await bob.call('POST /api/posts/like/:postId', { params: { postId }, headers })
    expect(post?.likes).toMatchObject({ likeCount: 2, likedByCount: 2, dislikedBy: [] })
    expect(post?.likes.likedBy.map((member) => member.username)).toEqual([bob.username, ann.username])
    expect(await ann.refuse('POST /api/posts/like/:postId', { params: { postId } })).toEqual({
      status: 400,
      message: 'Cannot like a post that is already liked.',
    })
    const seenByAnn = await ann.call('GET /api/posts/:postId', { params: { postId } })
    expect(seenByAnn.post.likes.likeCount).toBe(2)
    expect(seenByAnn.post.likes.likedBy.map((member) => member.username)).toEqual([ann.username, bob.username])
  })

  test('a dislike takes one away: the count is checked first, then the earlier dislike', async () => {
    const { _id: postId } = await writePost(ann)
    const dislike = { params: { postId }, headers: { prefer: 'return=minimal' } }
    expect(await ann.refuse('POST /api/posts/dislike/:postId', dislike)).toEqual({
      status: 400,
      message: 'Cannot decrement like less than 0.',
    })
    await ann.call('POST /api/posts/like/:postId', { params: { postId } })
    await bob.call('POST /api/posts/like/:postId', { params: { postId } })
    const { post } = await ann.call('POST /api/posts/dislike/:postId', dislike)
    expect(post?.likes).toMatchObject({ likeCount: 1, likedByCount: 1 })
    expect(post?.likes.dislikedBy.map((member) => member._id)).toEqual([ann._id])
    expect(post?.viewer).toEqual({ liked: false, disliked: true, bookmarked: false })
    expect(await ann.refuse('POST /api/posts/dislike/:postId', dislike)).toEqual({
      status: 400,
      message: 'Cannot dislike a post that is already disliked.',
    })
  })
})
