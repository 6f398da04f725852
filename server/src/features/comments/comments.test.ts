import type { PostsAnswer } from '@quack/contract'
import { describe, expect } from 'vitest'
import { MINIMAL } from '../../../test/client.ts'
import { ADD, bodyOf, DELETE, DOWN, EDIT, test, UP } from '../../../test/comment-fixtures.ts'
import { writePost } from '../../../test/members.ts'
import { readAll } from '../../../test/read-all.ts'
import { asRefusal, invalid, refusal } from '../../../test/refusals.ts'

describe('comments', () => {
  test("a new comment has no votes, carries its author's name, and is counted", async ({
    app,
    bob,
    comment,
    list,
    postId,
  }) => {
    const made = await comment(bob, '  Nice!  ')
    expect(made).toEqual({
      _id: expect.stringMatching(/^\d+$/),
      username: bob.username,
      firstName: bob.record.firstName,
      lastName: bob.record.lastName,
      avatarURL: bob.record.avatarURL,
      text: '  Nice!  ',
      votes: { upvotedBy: [], downvotedBy: [], upvoteCount: 0, downvoteCount: 0 },
      viewer: { upvoted: false, downvoted: false },
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
      updatedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/),
    })
    const { viewer: _marks, ...seenByVisitor } = made
    expect(await list()).toEqual([seenByVisitor])
    const { post } = await app.visitor.call('GET /api/posts/:postId', { params: { postId } })
    expect(post).toMatchObject({ commentCount: 1, comments: [seenByVisitor] })
  })

  test('add, edit, delete and the votes answer 201 with the posts or the comments', async ({
    bob,
    comment,
    postId,
  }) => {
    const url = (verb: string, commentId: string) => `/api/comments/${verb}/${postId}/${commentId}`
    const send = (path: string, payload?: object) =>
      bob.send({ method: 'POST', url: path, ...(payload ? { payload } : {}) })
    const keysOf = (body: unknown) => Object.keys(body as object)
    const textsOf = (body: unknown) => (body as PostsAnswer).posts?.[0]?.comments.map(({ text }) => text)

    const added = await send(`/api/comments/add/${postId}`, bodyOf('one'))
    expect(added.status).toBe(201)
    expect(textsOf(added.body)).toEqual(['one'])
    const { _id } = await comment(bob, 'two')
    const edited = await send(url('edit', _id), bodyOf('three'))
    expect(edited.status).toBe(201)
    expect(textsOf(edited.body)).toEqual(['three', 'one'])
    for (const verb of ['upvote', 'downvote']) {
      const voted = await send(url(verb, _id))
      expect(voted).toMatchObject({ status: 201, body: { comments: [{ _id }, { text: 'one' }], nextCursor: null } })
      expect(keysOf(voted.body)).toEqual(['comments', 'nextCursor'])
    }
    const deleted = await send(url('delete', _id))
    expect(deleted.status).toBe(201)
    expect(textsOf(deleted.body)).toEqual(['one'])
    expect(keysOf(deleted.body)).toEqual(['posts', 'nextCursor'])
  })

  test('a client that asks for it gets only the changed post or comment', async ({ bob, comment, postId }) => {
    const { _id: commentId } = await comment(bob)
    const input = { params: { postId, commentId }, headers: MINIMAL }
    expect(Object.keys(await bob.call(UP, input))).toEqual(['comment'])
    expect((await bob.call(DOWN, input)).comment).toMatchObject({ _id: commentId })
    expect(Object.keys(await bob.call(EDIT, { ...input, body: bodyOf('x') }))).toEqual(['post'])
    expect((await bob.call(DELETE, input)).post).toMatchObject({ _id: postId, commentCount: 0, comments: [] })
  })

  test('a comment needs text that is not blank, of 2,000 characters at most', async ({ bob, comment, postId }) => {
    const { _id: commentId } = await comment(bob)
    for (const text of ['', '  \n', '\u200b\u00a0']) {
      expect(await bob.refuse(ADD, { params: { postId }, body: bodyOf(text) })).toEqual(refusal('commentEmpty'))
      const edit = { params: { postId, commentId }, body: bodyOf(text) }
      expect(await bob.refuse(EDIT, edit)).toEqual(refusal('commentEmpty'))
    }
    const longest = '🦆'.repeat(1_000)
    expect((await comment(bob, longest)).text).toBe(longest)
    expect(await bob.refuse(ADD, { params: { postId }, body: bodyOf(`${longest}x`) })).toEqual(
      invalid('text must have at most 2000 characters.'),
    )
  })

  test.for<[object, string]>([
    [{}, 'commentData is required.'],
    [{ commentData: {} }, 'text is required.'],
    [{ commentData: { text: null } }, 'text must be of type string.'],
  ])('the form %j is refused with the name of the field', async ([payload, message], { bob, postId }) => {
    expect(asRefusal(await bob.send({ method: 'POST', url: `/api/comments/add/${postId}`, payload }))).toEqual(
      invalid(message),
    )
  })

  test('every call refuses an unknown post or comment', async ({ ann, bob, comment, list, postId }) => {
    const { _id: commentId } = await comment(bob)
    const other = (await writePost(ann))._id
    const inputs = { body: bodyOf('x') }
    for (const route of [EDIT, DELETE, UP, DOWN] as const) {
      const refuse = (params: { postId: string; commentId: string }) =>
        bob.refuse(route, { ...inputs, params } as never)
      expect(await refuse({ postId: '1', commentId }), route).toEqual(refusal('postUnknown'))
      expect(await refuse({ postId: 'nothing', commentId }), route).toEqual(refusal('postUnknown'))
      for (const wrong of ['1', 'nothing', '9'.repeat(40)]) {
        expect(await refuse({ postId, commentId: wrong }), route).toEqual(refusal('commentUnknown'))
      }
      // A comment belongs to one post only.
      expect(await refuse({ postId: other, commentId }), route).toEqual(refusal('commentUnknown'))
    }
    for (const text of ['x', ' '])
      expect(await bob.refuse(ADD, { params: { postId: '1' }, body: bodyOf(text) })).toEqual(refusal('postUnknown'))
    expect(await bob.refuse('GET /api/comments/:postId', { params: { postId: '1' } })).toEqual(refusal('postUnknown'))
    expect((await list())[0]).toMatchObject({ text: 'A comment', votes: { upvoteCount: 0, downvoteCount: 0 } })
  })

  test('every call accepts the public id of a post', async ({ app, bob, list, postId }) => {
    const { post } = await app.visitor.call('GET /api/posts/:postId', { params: { postId } })
    await bob.call(ADD, { params: { postId: post.id }, body: bodyOf('by public id') })
    const { comments } = await bob.call('GET /api/comments/:postId', { params: { postId: post.id } })
    const params = { postId: post.id, commentId: comments[0]?._id ?? '' }
    await bob.call(UP, { params })
    await bob.call(EDIT, { params, body: bodyOf('edited') })
    await bob.call(DELETE, { params })
    expect(await list()).toEqual([])
  })

  test('comments are listed newest first, page by page, while others are written', async ({
    app,
    bob,
    carl,
    comment,
    postId,
  }) => {
    const texts = []
    for (let index = 0; index < 5; index++) texts.unshift((await comment(bob, `comment ${index}`)).text)
    let pages = 0
    const all = await readAll(async (query) => {
      const page = await app.visitor.call('GET /api/comments/:postId', {
        params: { postId },
        query: { limit: 2, ...query },
      })
      if (pages++ === 0) await comment(carl, 'meanwhile')
      return { entries: page.comments, nextCursor: page.nextCursor }
    })
    expect(all.map(({ text }) => text)).toEqual(texts)
    expect(pages).toBe(3)
  })

  test("a comment shows its author's present avatar", async ({ carl, comment, list }) => {
    await comment(carl)
    const avatarURL = 'https://example.com/carl.png'
    await carl.call('POST /api/users/edit', { body: { userData: { avatarURL } } })
    expect(await list()).toMatchObject([{ username: carl.username, avatarURL }])
  })
})
