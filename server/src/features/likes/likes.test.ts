import type { PostsAnswer } from '@quack/contract'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { readAll } from '../../../test/read-all.ts'
import { refusal } from '../../../test/refusals.ts'
import type { MemberId, PostId } from '../../database/schema.ts'

const LIKE = 'POST /api/posts/like/:postId'
const DISLIKE = 'POST /api/posts/dislike/:postId'

const test = base
  .extend('postId', async ({ ann }) => (await writePost(ann))._id)
  .extend('react', ({ postId }) => async (member: Client, route: typeof LIKE | typeof DISLIKE) => {
    const { post } = await member.call(route, { params: { postId }, headers: { prefer: 'return=minimal' } })
    return { ...post?.likes, viewer: post?.viewer }
  })
  .extend('refuse', ({ postId }) => {
    return (member: Client, route: typeof LIKE | typeof DISLIKE) => member.refuse(route, { params: { postId } })
  })

describe('likes', () => {
  const of = (member: TestMember) => expect.objectContaining({ _id: member._id })

  test('a like adds one, puts the viewer first in likedBy, and is refused a second time', async ({
    ann,
    bob,
    postId,
    react,
    refuse,
  }) => {
    expect(await react(ann, LIKE)).toMatchObject({ likeCount: 1, likedBy: [of(ann)] })
    expect(await react(bob, LIKE)).toEqual({
      likeCount: 2,
      likedByCount: 2,
      likedBy: [of(bob), of(ann)],
      dislikedBy: [],
      viewer: { liked: true, disliked: false, bookmarked: false },
    })
    expect(await refuse(ann, LIKE)).toEqual(refusal('postAlreadyLiked'))
    const seenByAnn = await ann.call('GET /api/posts/:postId', { params: { postId } })
    expect(seenByAnn.post.likes).toMatchObject({ likeCount: 2, likedBy: [of(ann), of(bob)] })
  })

  test('a dislike subtracts one; the count is checked first, then the earlier dislike', async ({
    ann,
    bob,
    react,
    refuse,
  }) => {
    expect(await refuse(ann, DISLIKE)).toEqual(refusal('likeCountZero'))
    await react(ann, LIKE)
    await react(bob, LIKE)
    expect(await react(ann, DISLIKE)).toEqual({
      likeCount: 1,
      likedByCount: 1,
      likedBy: [of(bob)],
      dislikedBy: [of(ann)],
      viewer: { liked: false, disliked: true, bookmarked: false },
    })
    expect(await refuse(ann, DISLIKE)).toEqual(refusal('postAlreadyDisliked'))
    await react(bob, DISLIKE)
    expect(await refuse(ann, DISLIKE)).toEqual(refusal('likeCountZero'))
  })

  test('a dislike without an earlier like lowers the count and leaves likedBy unchanged', async ({
    ann,
    bob,
    react,
    refuse,
  }) => {
    await react(ann, LIKE)
    expect(await react(bob, DISLIKE)).toMatchObject({
      likeCount: 0,
      likedByCount: 1,
      likedBy: [of(ann)],
      dislikedBy: [of(bob)],
    })
    // Ann is still in likedBy, so her like is refused although the count is 0.
    expect(await refuse(ann, LIKE)).toEqual(refusal('postAlreadyLiked'))
  })

  test('a like removes the member from dislikedBy', async ({ ann, react }) => {
    await react(ann, LIKE)
    await react(ann, DISLIKE)
    expect(await react(ann, LIKE)).toMatchObject({
      likeCount: 1,
      likedByCount: 1,
      likedBy: [of(ann)],
      dislikedBy: [],
      viewer: { liked: true, disliked: false },
    })
  })

  test('both answer 201 with the posts, and refuse an unknown post', async ({ bob, postId }) => {
    for (const verb of ['like', 'dislike']) {
      const answer = await bob.send({ method: 'POST', url: `/api/posts/${verb}/${postId}` })
      expect(answer.status).toBe(201)
      expect((answer.body as PostsAnswer).posts?.[0]?._id).toBe(postId)
    }
    for (const route of [LIKE, DISLIKE] as const) {
      expect(await bob.refuse(route, { params: { postId: '1' } })).toEqual(refusal('postUnknown'))
      expect(await bob.refuse(route, { params: { postId: 'nothing' } })).toEqual(refusal('postUnknown'))
    }
  })

  test('PUT and DELETE answer the post either way, and only a liked post is disliked by DELETE', async ({
    app,
    ann,
    bob,
    postId,
    react,
  }) => {
    const params = { postId }
    const send = async (member: Client, method: 'PUT' | 'DELETE') => {
      const { post } = await member.call(`${method} /api/posts/:postId/like`, { params })
      return { ...post.likes, viewer: post.viewer }
    }
    const neutral = { likeCount: 0, likedBy: [], dislikedBy: [], viewer: { liked: false, disliked: false } }
    expect(await send(ann, 'DELETE')).toMatchObject(neutral)
    const liked = { likeCount: 1, likedByCount: 1, likedBy: [of(ann)], dislikedBy: [], viewer: { liked: true } }
    const disliked = { likeCount: 0, likedByCount: 0, likedBy: [], dislikedBy: [of(ann)], viewer: { disliked: true } }
    for (let round = 0; round < 2; round++) {
      for (let repeat = 0; repeat < 2; repeat++) expect(await send(ann, 'PUT')).toMatchObject(liked)
      for (let repeat = 0; repeat < 2; repeat++) expect(await send(ann, 'DELETE')).toMatchObject(disliked)
    }
    // A dislike by somebody else has left no like to subtract.
    await send(ann, 'PUT')
    await react(bob, DISLIKE)
    expect(await send(ann, 'DELETE')).toMatchObject({ ...disliked, dislikedBy: [of(ann), of(bob)] })
    const { rows } = await sql<{ sum: number }>`
      select coalesce(sum(delta), 0) as sum from like_events where post_id = ${postId}`.execute(app.db.read)
    expect(Number(rows[0]?.sum)).toBe(0)
    for (const method of ['PUT', 'DELETE'] as const) {
      for (const unknown of ['1', 'nothing']) {
        const refused = await ann.refuse(`${method} /api/posts/:postId/like`, { params: { postId: unknown } })
        expect(refused).toEqual(refusal('postUnknown'))
      }
    }
  })

  test('likers are listed newest first, page by page, with the state of the follow button', async ({
    app,
    member,
    ann,
    bob,
    postId,
    react,
  }) => {
    const people = [ann, bob, await member('somebody'), await member('somebody'), await member('somebody')]
    for (const member of people) await react(member, LIKE)
    await ann.call('POST /api/users/follow/:id', { params: { id: bob._id } })
    const all = await readAll(async (query) => {
      const page = await ann.call('GET /api/posts/:postId/likes', { params: { postId }, query: { limit: 2, ...query } })
      return { entries: page.likes, nextCursor: page.nextCursor }
    })
    expect(all.map(({ _id }) => _id)).toEqual(people.map(({ _id }) => _id).reverse())
    expect(all.find(({ _id }) => _id === bob._id)?.viewer).toEqual({ following: true, followedBy: false })
    expect(all.find(({ _id }) => _id === ann._id)?.viewer).toEqual({ following: false, followedBy: false })

    const { post } = await app.visitor.call('GET /api/posts/:postId', { params: { postId } })
    const byVisitor = await app.visitor.call('GET /api/posts/:postId/likes', { params: { postId: post.id } })
    expect(byVisitor.likes.map((person) => Object.keys(person))).toEqual(
      people.map(() => ['_id', 'username', 'firstName', 'lastName', 'avatarURL']),
    )
    expect(await ann.refuse('GET /api/posts/:postId/likes', { params: { postId: '1' } })).toEqual(
      refusal('postUnknown'),
    )
  })
  test('a post whose author leaves is not liked any more', async ({ app, member, bob }) => {
    const leaving = await member('leaving')
    const params = { postId: (await writePost(leaving))._id }
    const id = Number(leaving._id) as MemberId
    await app.db.write((transaction) =>
      transaction.updateTable('members').set({ deleted_at: 1 }).where('id', '=', id).execute(),
    )
    for (const route of [LIKE, DISLIKE] as const)
      expect(await bob.refuse(route, { params })).toEqual(refusal('postUnknown'))
    const likes = app.db.read.selectFrom('likes').where('post_id', '=', Number(params.postId) as PostId)
    expect(await likes.selectAll().execute()).toEqual([])
  })

  test('a liker is shown with their present avatar', async ({ ann, bob, postId, react }) => {
    await react(bob, LIKE)
    const avatarURL = 'https://example.com/bob.png'
    await bob.call('POST /api/users/edit', { body: { userData: { avatarURL } } })
    const { post } = await ann.call('GET /api/posts/:postId', { params: { postId } })
    expect(post.likes.likedBy).toMatchObject([{ _id: bob._id, avatarURL }])
  })
})
