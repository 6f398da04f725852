import { describe, expect } from 'vitest'
import { answerOf, block, follow, like, unblock } from '../../../test/blocks.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'

const BLOCK = 'POST /api/users/block/:id'
const UNBLOCK = 'POST /api/users/unblock/:id'

/** Ann has blocked Bob. Carl has nothing to do with it. */
const test = base.extend('post', async ({ ann, bob }) => {
  const post = await writePost(ann)
  await block(ann, bob)
  return post
})

describe('a block', () => {
  test('ends both follows, with their counts', async ({ ann, bob }) => {
    await follow(ann, bob)
    await follow(bob, ann)
    expect((await block(ann, bob)).user).toMatchObject({ _id: ann._id, followersCount: 0, followingCount: 0 })
    const { user } = await bob.call('GET /api/users/:username', { params: { username: bob.username } })
    expect(user).toMatchObject({ followersCount: 0, followingCount: 0, followers: [], following: [] })
    expect((await unblock(ann, bob)).user).toMatchObject({ followersCount: 0, followingCount: 0 })
  })

  test('is listed for the blocker alone, the latest first', async ({ ann, bob, carl }) => {
    await block(ann, bob)
    await block(ann, carl)
    const first = await ann.call('GET /api/blocks', { query: { limit: 1 } })
    expect(first.blocks).toMatchObject([{ _id: carl._id, username: carl.username }])
    const rest = await ann.call('GET /api/blocks', { query: { limit: 1, cursor: first.nextCursor ?? '' } })
    expect(rest).toMatchObject({ blocks: [{ _id: bob._id }], nextCursor: null })
    expect(await bob.call('GET /api/blocks')).toEqual({ blocks: [], nextCursor: null })
    await unblock(ann, carl)
    expect((await ann.call('GET /api/blocks')).blocks.map(({ _id }) => _id)).toEqual([bob._id])
  })

  test('refuses what makes no sense', async ({ ann, bob, carl }) => {
    const refuse = (member: TestMember, route: typeof BLOCK | typeof UNBLOCK, id: string) =>
      member.refuse(route, { params: { id } })
    expect(await refuse(ann, BLOCK, ann._id)).toEqual(refusal('blockSelf'))
    expect(await refuse(ann, UNBLOCK, bob._id)).toEqual(refusal('notBlocked'))
    await block(ann, bob)
    expect(await refuse(ann, BLOCK, bob._id)).toEqual(refusal('alreadyBlocked'))
    for (const route of [BLOCK, UNBLOCK] as const) {
      expect(await refuse(ann, route, '1')).toEqual(refusal('memberUnknown'))
      expect(await refuse(bob, route, ann._id)).toEqual(refusal('memberUnknown'))
    }
    expect(await refuse(carl, UNBLOCK, ann._id)).toEqual(refusal('notBlocked'))
    const answer = await ann.refuse('GET /api/blocks', { query: { cursor: 'x' } })
    expect(answer).toEqual(refusal('cursorInvalid'))
  })

  test('makes each look to the other as if they did not exist', async ({ ann, bob, post }) => {
    const own = await writePost(bob)
    for (const [reader, other, hidden] of [
      [bob, ann, post],
      [ann, bob, own],
    ] as const) {
      const calls: ['GET' | 'POST' | 'PUT' | 'DELETE', string, string, object?][] = [
        ['GET', `/api/users/${other.username}`, '/api/users/nobody'],
        ['GET', `/api/users/${other.username}?embed=0`, '/api/users/nobody?embed=0'],
        ['GET', `/api/users/${other.username}/followers`, '/api/users/nobody/followers'],
        ['GET', `/api/users/${other.username}/following`, '/api/users/nobody/following'],
        ['GET', `/api/posts/user/${other.username}`, '/api/posts/user/nobody'],
        ['GET', `/api/posts/${hidden._id}?embed=0`, '/api/posts/1?embed=0'],
        ['GET', `/api/posts/${hidden.id}`, '/api/posts/unknown'],
        ['GET', `/api/posts/${hidden._id}/likes`, '/api/posts/1/likes'],
        ['GET', `/api/comments/${hidden._id}`, '/api/comments/1'],
        ['POST', `/api/posts/like/${hidden._id}`, '/api/posts/like/1'],
        ['POST', `/api/posts/dislike/${hidden._id}`, '/api/posts/dislike/1'],
        ['POST', `/api/posts/pin/${hidden._id}`, '/api/posts/pin/1'],
        ['POST', `/api/posts/unpin/${hidden._id}`, '/api/posts/unpin/1'],
        ['POST', `/api/posts/edit/${hidden._id}`, '/api/posts/edit/1', { postData: { content: 'x' } }],
        ['DELETE', `/api/posts/${hidden._id}`, '/api/posts/1'],
        ['POST', `/api/comments/add/${hidden._id}`, '/api/comments/add/1', { commentData: { text: 'x' } }],
        ['POST', `/api/users/bookmark/${hidden._id}`, '/api/users/bookmark/1'],
        ['POST', `/api/users/remove-bookmark/${hidden._id}`, '/api/users/remove-bookmark/1'],
        ['POST', `/api/users/follow/${other._id}`, '/api/users/follow/1'],
        ['POST', `/api/users/unfollow/${other._id}`, '/api/users/unfollow/1'],
        ...(['PUT', 'DELETE'] as const).flatMap((method): typeof calls => [
          [method, `/api/posts/${hidden._id}/like`, '/api/posts/1/like'],
          [method, `/api/posts/${hidden._id}/bookmark`, '/api/posts/1/bookmark'],
          [method, `/api/users/${other._id}/follow`, '/api/users/1/follow'],
        ]),
      ]
      for (const [method, url, unknown, payload] of calls) {
        const answer = await answerOf(reader, method, url, payload)
        expect(answer, `${method} ${url}`).toEqual(await answerOf(reader, method, unknown, payload))
        expect(answer.status).toBe(404)
      }
    }
  })

  test('refuses a dislike of a liked post as if there were none', async ({ ann, bob, carl, post }) => {
    await like(carl, post._id)
    const refused = await bob.refuse('POST /api/posts/dislike/:postId', { params: { postId: post._id } })
    expect(refused).toEqual(refusal('postUnknown'))
    const { likes } = (await ann.call('GET /api/posts/:postId', { params: { postId: post._id } })).post
    expect(likes).toMatchObject({ likeCount: 1, dislikedBy: [] })
  })
})
