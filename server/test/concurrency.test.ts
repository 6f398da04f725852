import type { Route } from '@quack/contract'
import { describe, expect } from 'vitest'
import type { PostId } from '../src/database/schema.ts'
import { PASSWORD } from './answers.ts'
import { MINIMAL } from './client.ts'
import { findWrongCounts } from './counts.ts'
import { test as base } from './fixtures.ts'
import { type TestMember, writePost } from './members.ts'
import { asRefusal, refusal } from './refusals.ts'

const COUNT = 50
/** Of each of several calls in one test. */
const FEW = 12

const test = base
  .extend('postId', async ({ ann }) => (await writePost(ann))._id)
  .extend(
    'sendAll',
    ({ bob }) =>
      async (route: Route, path: string, payload?: object, headers: Record<string, string> = MINIMAL) => {
        const [method] = route.split(' ')
        const request = { method: method as 'POST', url: path, headers, ...(payload ? { payload } : {}) }
        const answers = await Promise.all(Array.from({ length: COUNT }, () => bob.send(request)))
        const refused = answers.filter(({ status }) => status >= 400)
        return {
          succeeded: answers.filter(({ status }) => status < 300),
          refusals: refused.map(asRefusal),
        }
      },
  )
  .extend('getPost', ({ bob, postId }) => {
    return async () => (await bob.call('GET /api/posts/:postId', { params: { postId } })).post
  })
  .extend('getMember', ({ app }) => {
    return async ({ username }: TestMember) =>
      (await app.visitor.call('GET /api/users/:username', { params: { username } })).user
  })

/** Of simultaneous equal requests one succeeds. The others get the refusal that a later request would get. */
describe('50 equal concurrent requests', () => {
  const others = (code: Parameters<typeof refusal>[0]) => Array.from({ length: COUNT - 1 }, () => refusal(code))
  test('one like', async ({ bob, getPost, postId, sendAll }) => {
    const { succeeded, refusals } = await sendAll('POST /api/posts/like/:postId', `/api/posts/like/${postId}`)
    expect(succeeded).toHaveLength(1)
    expect(refusals).toEqual(others('postAlreadyLiked'))
    expect((await getPost()).likes).toMatchObject({ likeCount: 1, likedByCount: 1, likedBy: [{ _id: bob._id }] })
  })

  test('one dislike, of a post with many likes', async ({ app, bob, getPost, postId, sendAll }) => {
    await app.db.write((transaction) => transaction.updateTable('posts').set({ like_count: COUNT }).execute())
    const { succeeded, refusals } = await sendAll('POST /api/posts/dislike/:postId', `/api/posts/dislike/${postId}`)
    expect(succeeded).toHaveLength(1)
    expect(refusals).toEqual(others('postAlreadyDisliked'))
    expect((await getPost()).likes).toMatchObject({ likeCount: COUNT - 1, dislikedBy: [{ _id: bob._id }] })
  })

  test('one follow, and one unfollow', async ({ ann, bob, getMember, sendAll }) => {
    const follow = await sendAll('POST /api/users/follow/:id', `/api/users/follow/${ann._id}`)
    expect(follow.succeeded).toHaveLength(1)
    expect(follow.refusals).toEqual(others('alreadyFollowing'))
    expect(await getMember(ann)).toMatchObject({ followersCount: 1, followers: [{ _id: bob._id }] })
    expect(await getMember(bob)).toMatchObject({ followingCount: 1, following: [{ _id: ann._id }] })
    const unfollow = await sendAll('POST /api/users/unfollow/:id', `/api/users/unfollow/${ann._id}`)
    expect(unfollow.succeeded).toHaveLength(1)
    expect(unfollow.refusals).toEqual(others('notFollowing'))
    expect(await getMember(ann)).toMatchObject({ followersCount: 0, followers: [] })
    expect(await getMember(bob)).toMatchObject({ followingCount: 0, following: [] })
  })

  test('one bookmark, and one removal', async ({ bob, postId, sendAll }) => {
    const add = await sendAll('POST /api/users/bookmark/:id', `/api/users/bookmark/${postId}`)
    expect(add.succeeded).toHaveLength(1)
    expect(add.refusals).toEqual(others('postAlreadyBookmarked'))
    expect((await bob.call('GET /api/users/bookmark')).bookmarks).toEqual([postId])
    const remove = await sendAll('POST /api/users/remove-bookmark/:id', `/api/users/remove-bookmark/${postId}`)
    expect(remove.succeeded).toHaveLength(1)
    expect(remove.refusals).toEqual(others('postNotBookmarked'))
    expect((await bob.call('GET /api/users/bookmark')).bookmarks).toEqual([])
  })

  test('one vote up, and one vote down', async ({ ann, bob, getPost, postId, sendAll }) => {
    const body = { commentData: { text: 'vote' } }
    await ann.call('POST /api/comments/add/:postId', { params: { postId }, body })
    const commentId = (await getPost()).comments[0]?._id
    const up = await sendAll(
      'POST /api/comments/upvote/:postId/:commentId',
      `/api/comments/upvote/${postId}/${commentId}`,
    )
    expect(up.succeeded).toHaveLength(1)
    expect(up.refusals).toEqual(others('commentAlreadyUpvoted'))
    const down = await sendAll(
      'POST /api/comments/downvote/:postId/:commentId',
      `/api/comments/downvote/${postId}/${commentId}`,
    )
    expect(down.succeeded).toHaveLength(1)
    expect(down.refusals).toEqual(others('commentAlreadyDownvoted'))
    expect((await getPost()).comments[0]?.votes).toMatchObject({
      upvotedBy: [],
      upvoteCount: 0,
      downvotedBy: [{ _id: bob._id }],
      downvoteCount: 1,
    })
  })

  test('of PUT all succeed and change one thing; with DELETE, either stays', async ({
    ann,
    app,
    bob,
    getMember,
    getPost,
    postId,
  }) => {
    const body = { commentData: { text: 'vote' } }
    await ann.call('POST /api/comments/add/:postId', { params: { postId }, body })
    const commentId = (await getPost()).comments[0]?._id
    const all = Array(FEW).fill(200)
    for (const [url, payload, read] of [
      [`/api/posts/${postId}/like`, {}, async () => (await getPost()).likes.likeCount],
      [`/api/posts/${postId}/bookmark`, {}, async () => (await bob.call('GET /api/users/bookmark')).bookmarks.length],
      [`/api/users/${ann._id}/follow`, {}, async () => (await getMember(ann)).followersCount],
      [
        `/api/comments/${postId}/${commentId}/vote`,
        { vote: 'up' },
        async () => (await getPost()).comments[0]?.votes.upvoteCount,
      ],
    ] as const) {
      const put = { method: 'PUT', url, payload } as const
      const puts = await Promise.all(Array.from({ length: FEW }, () => bob.send(put)))
      expect(puts.map(({ status }) => status)).toEqual(all)
      expect(await read()).toBe(1)
      const mixed = Array.from({ length: FEW }, (_, index) => {
        return bob.send(index % 2 === 0 ? { method: 'DELETE', url } : put)
      })
      expect((await Promise.all(mixed)).map(({ status }) => status)).toEqual(all)
      expect([0, 1]).toContain(await read())
    }
    const { likes, viewer } = await getPost()
    expect(likes.likeCount).toBe(viewer?.liked ? 1 : 0)
    expect(await findWrongCounts(app.db.primary)).toEqual([])
  })

  test('one deletion', async ({ bob, getMember, sendAll }) => {
    const { _id: ownPostId } = await writePost(bob)
    const { postsCount } = await getMember(bob)
    const { succeeded, refusals } = await sendAll('DELETE /api/posts/:postId', `/api/posts/${ownPostId}`)
    expect(succeeded).toHaveLength(1)
    expect(refusals).toEqual(others('postUnknown'))
    expect((await getMember(bob)).postsCount).toBe(postsCount - 1)
  })

  test('one post per Idempotency-Key, which all answers contain', async ({ bob, getMember, sendAll }) => {
    const { postsCount } = await getMember(bob)
    const headers = { ...MINIMAL, 'idempotency-key': 'one post' }
    const { succeeded } = await sendAll('POST /api/posts', '/api/posts', { postData: { content: 'once' } }, headers)
    expect(succeeded).toHaveLength(COUNT)
    expect(new Set(succeeded.map(({ body }) => (body as { post: { _id: string } }).post._id)).size).toBe(1)
    expect((await getMember(bob)).postsCount).toBe(postsCount + 1)
  })

  test('one comment per Idempotency-Key', async ({ getPost, postId, sendAll }) => {
    const headers = { ...MINIMAL, 'idempotency-key': 'one comment' }
    const payload = { commentData: { text: 'once' } }
    const { succeeded } = await sendAll(
      'POST /api/comments/add/:postId',
      `/api/comments/add/${postId}`,
      payload,
      headers,
    )
    expect(succeeded).toHaveLength(COUNT)
    expect(await getPost()).toMatchObject({ commentCount: 1, comments: [{ text: 'once' }] })
  })

  test('one sign-up per username, in any case', async ({ app }) => {
    const form = { firstName: 'One', lastName: 'Only', email: 'one@example.com', password: PASSWORD }
    const answers = await Promise.all(
      Array.from({ length: COUNT }, (_, index) => {
        const username = index % 2 === 0 ? 'OnlyOne' : 'onlyone'
        return app.visitor.send({ method: 'POST', url: '/api/auth/signup', payload: { ...form, username } })
      }),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.map(asRefusal)).toEqual(others('usernameTaken'))
  })

  test('alternating likes and dislikes leave counts that match the lists', async ({ ann, bob, getPost, postId }) => {
    const members = [ann, bob]
    await Promise.all(
      Array.from({ length: COUNT }, (_, index) => {
        const verb = index % 3 === 0 ? 'dislike' : 'like'
        return members[index % 2]?.send({ method: 'POST', url: `/api/posts/${verb}/${postId}`, headers: MINIMAL })
      }),
    )
    const { likes } = await getPost()
    expect(likes.likedByCount).toBe(likes.likedBy.length)
    expect(likes.likeCount).toBeGreaterThanOrEqual(0)
    const names = [...likes.likedBy, ...likes.dislikedBy].map(({ _id }) => _id)
    expect(new Set(names).size).toBe(names.length)
  })

  test('writes are visible to others once they are committed, and not before', async ({ app }) => {
    const textOf = async () =>
      (await app.db.read.selectFrom('posts').select('content').where('public_id', '=', 'changing').executeTakeFirst())
        ?.content
    const { id: author_id } = await app.db.read.selectFrom('members').select('id').executeTakeFirstOrThrow()
    let seen: string | undefined = 'nothing'
    await app.db.write(async (transaction) => {
      const id = app.db.ids.next<PostId>()
      const row = {
        id,
        public_id: 'changing',
        author_id,
        content: 'half',
        media_url: '',
        media_type: '',
        updated_at: 0,
      } as const
      await transaction
        .insertInto('posts')
        .values({ ...row, media_name: null })
        .execute()
      seen = await textOf()
    })
    expect([seen, await textOf()]).toEqual([undefined, 'half'])
  })
})
