import { describe, expect } from 'vitest'
import { type Client, MINIMAL } from '../../../test/client.ts'
import { DOWN, test, UP } from '../../../test/comment-fixtures.ts'
import type { TestMember } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'

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
})
