import { describe, expect } from 'vitest'
import { test } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'

describe('the trending feed', () => {
  const like = (by: TestMember, postId: string) => by.call('POST /api/posts/like/:postId', { params: { postId } })
  const dislike = (by: TestMember, postId: string) => by.call('POST /api/posts/dislike/:postId', { params: { postId } })

  test('shows every post once, in the order of the first page, while likes change between pages', async ({
    ann,
    bob,
    carl,
  }) => {
    const posts: string[] = []
    for (const content of ['a', 'b', 'c', 'd', 'e', 'f']) posts.push((await writePost(ann, content))._id)
    const [a = '', b = '', c = '', d = '', e = '', f = ''] = posts
    await like(ann, a)
    await like(bob, a)
    await like(ann, b)
    await like(bob, b)
    await like(ann, c)
    const page = (cursor?: string) =>
      ann.call('GET /api/feed', { query: { sort: 'trending', limit: 2, embed: 0, ...(cursor ? { cursor } : {}) } })

    const first = await page()
    expect(first.posts.map((post) => post._id)).toEqual([b, a])
    // The last post rises to the top, and one of the first falls to the middle.
    for (const member of [ann, bob, carl]) await like(member, d)
    await dislike(bob, a)
    const second = await page(first.nextCursor ?? '')
    expect(second.posts.map((post) => post._id)).toEqual([c, f])
    expect(second.posts.map((post) => post.likes.likeCount)).toEqual([1, 0])
    await like(carl, e)
    const third = await page(second.nextCursor ?? '')
    expect(third.posts.map((post) => post._id)).toEqual([e, d])
    expect(third.posts.map((post) => post.likes.likeCount)).toEqual([1, 3])
    expect(third.nextCursor).toBeNull()
    expect((await page()).posts.map((post) => post._id)).toEqual([d, b])
  })
})
