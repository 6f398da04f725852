import { describe, expect } from 'vitest'
import { answerOf, block, comment, commentsOf, type Reader, unblock } from '../../../test/blocks.ts'
import { test } from '../../../test/fixtures.ts'
import { writePost } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'

describe('comments and a block', () => {
  test('those of the blocked member under the posts of the blocker disappear for everyone, until the unblock', async ({
    app,
    ann,
    bob,
    carl,
  }) => {
    const { _id: postId } = await writePost(ann)
    const id = await comment(bob, postId, 'a rude remark')
    await comment(carl, postId, 'a kind one')
    const texts = async (reader: Reader) => {
      const { comments, hiddenCount } = await commentsOf(reader, postId)
      const { post } = await reader.call('GET /api/posts/:postId', { params: { postId } })
      expect(post.comments.map(({ text }) => text)).toEqual(comments.map(({ text }) => text))
      expect(post.commentCount).toBe(2)
      return [comments.map(({ text }) => text), hiddenCount]
    }
    const whole = [['a kind one', 'a rude remark'], 0]
    for (const reader of [ann, carl, app.visitor]) expect(await texts(reader)).toEqual(whole)
    await block(ann, bob)
    for (const reader of [ann, carl, app.visitor]) expect(await texts(reader)).toEqual([['a kind one'], 1])
    const vote = { params: { postId, commentId: id } }
    for (const reader of [ann, carl]) {
      expect(await reader.refuse('POST /api/comments/upvote/:postId/:commentId', vote)).toEqual(
        refusal('commentUnknown'),
      )
    }
    expect(await bob.refuse('POST /api/comments/upvote/:postId/:commentId', vote)).toEqual(refusal('postUnknown'))
    await unblock(ann, bob)
    for (const reader of [ann, bob, carl, app.visitor]) expect(await texts(reader)).toEqual(whole)
  })

  test("in another member's thread the comment keeps its place, without author and text", async ({
    ann,
    bob,
    carl,
  }) => {
    const { _id: postId } = await writePost(carl)
    const first = await comment(ann, postId, 'first')
    const second = await comment(bob, postId, 'second')
    await block(ann, bob)
    const seen = async (reader: Reader) =>
      (await commentsOf(reader, postId)).comments.map(({ _id, username, text, hidden }) => [
        _id,
        username,
        text,
        hidden,
      ])
    expect(await seen(carl)).toEqual([
      [second, bob.username, 'second', undefined],
      [first, ann.username, 'first', undefined],
    ])
    expect(await seen(ann)).toEqual([
      [second, '', '', 'member'],
      [first, ann.username, 'first', undefined],
    ])
    expect(await seen(bob)).toEqual([
      [second, bob.username, 'second', undefined],
      [first, '', '', 'member'],
    ])
    for (const route of ['upvote', 'downvote', 'edit', 'delete'] as const) {
      const url = `/api/comments/${route}/${postId}`
      const payload = { commentData: { text: 'x' } }
      const answer = await answerOf(ann, 'POST', `${url}/${second}`, payload)
      expect(answer).toEqual(await answerOf(ann, 'POST', `${url}/1`, payload))
      expect(answer.status).toBe(404)
    }
  })

  test('leaves the other out of the voters of a comment', async ({ ann, bob, carl }) => {
    const { _id: postId } = await writePost(carl)
    const commentId = await comment(carl, postId, 'Vote!')
    for (const each of [ann, bob]) {
      await each.call('POST /api/comments/upvote/:postId/:commentId', { params: { postId, commentId } })
    }
    await block(ann, bob)
    const [seen] = (await commentsOf(ann, postId)).comments
    expect(seen?.votes).toMatchObject({ upvoteCount: 2, upvotedBy: [{ _id: ann._id }] })
    expect(seen?.votes.upvotedBy).toHaveLength(1)
  })
})
