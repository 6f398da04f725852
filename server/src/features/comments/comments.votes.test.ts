import { describe, expect } from 'vitest'
import { type Client, MINIMAL } from '../../../test/client.ts'
import { DOWN, test, UP } from '../../../test/comment-fixtures.ts'
import type { TestMember } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'

const PUT = 'PUT /api/comments/:postId/:commentId/vote'
const REMOVE = 'DELETE /api/comments/:postId/:commentId/vote'

describe('votes on a comment', () => {
  test('a member has one vote, up or down; the same vote twice is refused', async ({
    ann,
    bob,
    carl,
    comment,
    postId,
  }) => {
    const { _id: commentId } = await comment(bob)
    const params = { postId, commentId }
    const vote = async (member: Client, route: typeof UP | typeof DOWN) => {
      const { comment } = await member.call(route, { params, headers: MINIMAL })
      return { ...comment?.votes, viewer: comment?.viewer }
    }
    const of = (member: TestMember) => expect.objectContaining({ username: member.username })
    expect(await vote(ann, UP)).toEqual({
      upvotedBy: [of(ann)],
      downvotedBy: [],
      upvoteCount: 1,
      downvoteCount: 0,
      viewer: { upvoted: true, downvoted: false },
    })
    expect(await ann.refuse(UP, { params })).toEqual(refusal('commentAlreadyUpvoted'))
    expect(await vote(carl, UP)).toMatchObject({ upvotedBy: [of(carl), of(ann)], upvoteCount: 2 })
    expect(await vote(ann, DOWN)).toEqual({
      upvotedBy: [of(carl)],
      downvotedBy: [of(ann)],
      upvoteCount: 1,
      downvoteCount: 1,
      viewer: { upvoted: false, downvoted: true },
    })
    expect(await ann.refuse(DOWN, { params })).toEqual(refusal('commentAlreadyDownvoted'))
    expect(await vote(ann, UP)).toMatchObject({ upvotedBy: [of(ann), of(carl)], downvotedBy: [], downvoteCount: 0 })
  })

  test('is put and taken back any number of times', async ({ ann, bob, comment, postId }) => {
    const { _id: commentId } = await comment(bob)
    const params = { postId, commentId }
    const put = (vote: 'up' | 'down') => ann.call(PUT, { params, body: { vote } })
    const none = { upvotedBy: [], downvotedBy: [], upvoteCount: 0, downvoteCount: 0 }
    const up = { ...none, upvotedBy: [expect.objectContaining({ _id: ann._id })], upvoteCount: 1 }
    const down = { ...none, downvotedBy: up.upvotedBy, downvoteCount: 1 }
    for (const [change, votes] of [
      [() => put('up'), up],
      [() => put('up'), up],
      [() => put('down'), down],
      [() => ann.call(REMOVE, { params }), none],
      [() => ann.call(REMOVE, { params }), none],
      [() => put('up'), up],
      [() => ann.call(REMOVE, { params }), none],
    ] as const) {
      const { comment: answered } = await change()
      expect(answered).toMatchObject({ _id: commentId, votes })
      expect(answered.viewer).toEqual({ upvoted: votes.upvoteCount === 1, downvoted: votes.downvoteCount === 1 })
    }
    for (const [unknown, code] of [
      [{ postId: '1', commentId }, 'postUnknown'],
      [{ postId, commentId: '1' }, 'commentUnknown'],
    ] as const) {
      expect(await ann.refuse(PUT, { params: unknown, body: { vote: 'up' } })).toEqual(refusal(code))
      expect(await ann.refuse(REMOVE, { params: unknown })).toEqual(refusal(code))
    }
  })
})
