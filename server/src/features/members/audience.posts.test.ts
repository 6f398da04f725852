import { describe, expect } from 'vitest'
import { LIMITED, PRIVATE, PUBLIC, setAudience } from '../../../test/audience.ts'
import { answerOf, comment, commentsOf, follow, like, MINIMAL } from '../../../test/blocks.ts'
import { test as base } from '../../../test/fixtures.ts'
import { writePost } from '../../../test/members.ts'
import { readMetas, writePreviewPage } from '../../../test/preview-page.ts'
import { refusal } from '../../../test/refusals.ts'

/** Ann's posts are for followers. Bob follows her, Carl does not. */
const test = base
  .extend('options', { scope: 'file' }, async ({ fileDirectory }) => ({
    webDirectory: await writePreviewPage(fileDirectory),
  }))
  .extend('post', async ({ app, ann, bob }) => {
    const post = await writePost(ann, 'For followers')
    await follow(bob, ann)
    await setAudience(app, ann, PRIVATE)
    return post
  })

describe('a post for followers', () => {
  for (const [name, columns] of Object.entries({ PRIVATE, LIMITED })) {
    test(`of a member who is ${name.toLowerCase()} is an unknown post to everyone else, in every byte`, async ({
      app,
      ann,
      bob,
      carl,
      post,
    }) => {
      await setAudience(app, ann, { ...PUBLIC, ...columns })
      const commentId = await comment(bob, post._id, 'By a follower')
      const reads = [
        ['GET', `/api/posts/${post._id}`, '/api/posts/1'],
        ['GET', `/api/posts/${post._id}?embed=0`, '/api/posts/1?embed=0'],
        ['GET', `/api/posts/${post.id}`, '/api/posts/unknown'],
        ['GET', `/api/posts/${post._id}/likes`, '/api/posts/1/likes'],
        ['GET', `/api/posts/${post._id}/likes?cursor=x`, '/api/posts/1/likes?cursor=x'],
        ['GET', `/api/comments/${post._id}`, '/api/comments/1'],
      ] as const
      const writes: ['POST' | 'PUT' | 'DELETE', string, string, object?][] = [
        ['POST', `/api/posts/like/${post._id}`, '/api/posts/like/1'],
        ['POST', `/api/posts/dislike/${post._id}`, '/api/posts/dislike/1'],
        ['POST', `/api/posts/pin/${post._id}`, '/api/posts/pin/1'],
        ['POST', `/api/posts/unpin/${post._id}`, '/api/posts/unpin/1'],
        ['POST', `/api/posts/edit/${post._id}`, '/api/posts/edit/1', { postData: { content: 'x' } }],
        ['DELETE', `/api/posts/${post._id}`, '/api/posts/1'],
        ['POST', `/api/comments/add/${post._id}`, '/api/comments/add/1', { commentData: { text: 'x' } }],
        ['POST', `/api/comments/edit/${post._id}/${commentId}`, `/api/comments/edit/1/${commentId}`, EDITED],
        ['POST', `/api/comments/delete/${post._id}/${commentId}`, `/api/comments/delete/1/${commentId}`],
        ['POST', `/api/comments/hide/${post._id}/${commentId}`, `/api/comments/hide/1/${commentId}`],
        ['POST', `/api/comments/unhide/${post._id}/${commentId}`, `/api/comments/unhide/1/${commentId}`],
        ['POST', `/api/comments/upvote/${post._id}/${commentId}`, `/api/comments/upvote/1/${commentId}`],
        ['POST', `/api/comments/downvote/${post._id}/${commentId}`, `/api/comments/downvote/1/${commentId}`],
        ['POST', `/api/users/bookmark/${post._id}`, '/api/users/bookmark/1'],
        ['POST', `/api/users/remove-bookmark/${post._id}`, '/api/users/remove-bookmark/1'],
        ...(['PUT', 'DELETE'] as const).flatMap((method): typeof writes => [
          [method, `/api/posts/${post._id}/like`, '/api/posts/1/like'],
          [method, `/api/posts/${post._id}/bookmark`, '/api/posts/1/bookmark'],
          [method, `/api/comments/${post._id}/${commentId}/vote`, `/api/comments/1/${commentId}/vote`, { vote: 'up' }],
        ]),
      ]
      for (const reader of [carl, app.visitor]) {
        for (const [method, url, unknown, payload] of [...reads, ...(reader === carl ? writes : [])]) {
          const answer = await answerOf(reader, method, url, payload)
          expect(answer, `${method} ${url}`).toEqual(await answerOf(reader, method, unknown, payload))
          expect(answer.status).toBe(404)
        }
      }
      for (const reader of [ann, bob]) {
        for (const [method, url] of reads.filter(([, path]) => !path.includes('cursor'))) {
          expect((await answerOf(reader, method, url)).status, url).toBe(200)
        }
      }
    })
  }

  test('is written to by followers', async ({ ann, bob, post }) => {
    await like(bob, post._id)
    await comment(bob, post._id, 'One')
    await comment(ann, post._id, 'Two')
    const shown = (await ann.call('GET /api/posts/:postId', { params: { postId: post._id } })).post
    expect(shown).toMatchObject({ commentCount: 2, likes: { likeCount: 1 } })
  })

  test('is gone with the follow, and back with the next', async ({ bob, ann, post, app }) => {
    const status = async () => (await answerOf(bob, 'GET', `/api/posts/${post._id}`)).status
    const params = { id: ann._id }
    expect(await status()).toBe(200)
    await bob.call('POST /api/users/unfollow/:id', { params })
    expect(await status()).toBe(404)
    await setAudience(app, ann, PUBLIC)
    expect(await status()).toBe(200)
  })

  test('has the preview of an unknown page', async ({ app, ann, post }) => {
    const open = async (url: string) => {
      const { status, body } = await app.visitor.send({ url, headers: { host: 'quack.test' } })
      const { 'og:url': _, ...metas } = readMetas(String(body))
      return { status, metas }
    }
    const unknown = await open('/post-detail/nothinghere1')
    expect(unknown.status).toBe(404)
    for (const id of [post.id, post._id]) expect(await open(`/post-detail/${id}`)).toEqual(unknown)
    const profile = await open(`/profile/${ann.username}`)
    expect(profile).toMatchObject({ status: 200, metas: { 'og:type': 'profile' } })
  })

  test('neither hides nor locks what its author writes under posts of others', async ({
    app,
    ann,
    bob,
    carl,
    post,
  }) => {
    expect(post._id).toBeDefined()
    const { _id: postId } = await writePost(bob)
    await like(ann, postId)
    const commentId = await comment(ann, postId, 'By a private member')
    const shown = (await app.visitor.call('GET /api/posts/:postId', { params: { postId } })).post
    expect(shown.likes.likedBy).toMatchObject([{ username: ann.username }])
    expect(shown.comments).toMatchObject([{ text: 'By a private member' }])
    expect((await commentsOf(app.visitor, postId)).comments).toHaveLength(1)
    const voted = { params: { postId, commentId }, headers: MINIMAL }
    await carl.call('POST /api/comments/upvote/:postId/:commentId', voted)
  })

  test('is not given back by a repeated key once its author is private', async ({ app, ann, carl }) => {
    const { _id: postId } = await writePost(ann)
    const input = { params: { postId }, body: EDITED, headers: { ...MINIMAL, 'idempotency-key': 'the-same-key-twice' } }
    await carl.call('POST /api/comments/add/:postId', input)
    await setAudience(app, ann, PRIVATE)
    expect(await carl.refuse('POST /api/comments/add/:postId', input)).toEqual(refusal('postUnknown'))
  })
})

const EDITED = { commentData: { text: 'Edited' } }
