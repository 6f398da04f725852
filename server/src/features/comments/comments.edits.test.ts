import type { PostsAnswer } from '@quack/contract'
import { describe, expect } from 'vitest'
import { bodyOf, DELETE, EDIT, test, UP } from '../../../test/comment-fixtures.ts'
import { asRefusal, invalid, refusal } from '../../../test/refusals.ts'

describe('an edited or deleted comment', () => {
  test('an edit changes the text and refreshes updatedAt', async ({ app, bob, comment, list, postId }) => {
    const { _id: commentId, createdAt } = await comment(bob)
    await app.db.write((transaction) => transaction.updateTable('comments').set({ updated_at: 0 }).execute())
    await bob.call(EDIT, { params: { postId, commentId }, body: bodyOf('edited') })
    const [after] = await list()
    expect(after).toMatchObject({ _id: commentId, text: 'edited', createdAt })
    expect(Date.parse(after?.updatedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
  })

  test('an edit without a text keeps it, refreshes updatedAt and answers 201', async ({
    app,
    ann,
    bob,
    comment,
    list,
    postId,
  }) => {
    const { _id: commentId } = await comment(bob, 'as written')
    for (const commentData of [{}, { votes: [], username: ann.username }]) {
      await app.db.write((transaction) => transaction.updateTable('comments').set({ updated_at: 0 }).execute())
      const url = `/api/comments/edit/${postId}/${commentId}`
      const edited = await bob.send({ method: 'POST', url, payload: { commentData } })
      expect(edited.status).toBe(201)
      expect((edited.body as PostsAnswer).posts?.[0]?.comments).toMatchObject([{ text: 'as written' }])
      const [after] = await list()
      expect(after).toMatchObject({ _id: commentId, text: 'as written', username: bob.username })
      expect(Date.parse(after?.updatedAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
    }
    const edit = { params: { postId, commentId }, body: { commentData: {} } }
    expect(await ann.refuse(EDIT, edit)).toEqual(refusal('commentEditForbidden'))
  })

  test.for<[object, string]>([
    [{}, 'commentData is required.'],
    [{ commentData: { text: null } }, 'text must be of type string.'],
    [{ commentData: { text: 'x'.repeat(2_001) } }, 'text must have at most 2000 characters.'],
  ])(
    'an invalid edit is refused with the name of the field (%#)',
    async ([payload, message], { bob, comment, postId }) => {
      const { _id: commentId } = await comment(bob)
      const url = `/api/comments/edit/${postId}/${commentId}`
      expect(asRefusal(await bob.send({ method: 'POST', url, payload }))).toEqual(invalid(message))
    },
  )

  test("only a comment's author may edit it", async ({ ann, bob, carl, comment, list, postId }) => {
    const { _id: commentId } = await comment(bob, 'mine')
    for (const other of [ann, carl]) {
      const edit = { params: { postId, commentId }, body: bodyOf('theirs') }
      expect(await other.refuse(EDIT, edit)).toEqual(refusal('commentEditForbidden'))
    }
    expect(await list()).toMatchObject([{ text: 'mine' }])
  })

  test("a comment can be deleted by its author and the post's author, and by nobody else", async ({
    app,
    ann,
    bob,
    carl,
    comment,
    list,
    postId,
  }) => {
    const first = await comment(bob)
    const second = await comment(bob)
    await carl.call(UP, { params: { postId, commentId: first._id } })
    expect(await carl.refuse(DELETE, { params: { postId, commentId: first._id } })).toEqual(
      refusal('commentDeleteForbidden'),
    )
    expect((await app.visitor.call('GET /api/posts/:postId', { params: { postId } })).post.commentCount).toBe(2)
    await bob.call(DELETE, { params: { postId, commentId: first._id } })
    await ann.call(DELETE, { params: { postId, commentId: second._id } })
    expect(await list()).toEqual([])
    expect((await app.visitor.call('GET /api/posts/:postId', { params: { postId } })).post.commentCount).toBe(0)
    const votes = app.db.read
      .selectFrom('comment_votes')
      .selectAll()
      .where('comment_id', '=', Number(first._id) as never)
    expect(await votes.execute()).toEqual([])
    expect(await bob.refuse(DELETE, { params: { postId, commentId: first._id } })).toEqual(refusal('commentUnknown'))
  })
})
