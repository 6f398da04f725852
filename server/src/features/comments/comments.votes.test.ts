import { describe, expect } from 'vitest'
import type { Client } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { type TestMember, writePost } from '../../../test/members.ts'
import { refusal } from '../../../test/refusals.ts'

const ADD = 'POST /api/comments/add/:postId'
const UP = 'POST /api/comments/upvote/:postId/:commentId'
const DOWN = 'POST /api/comments/downvote/:postId/:commentId'
const MINIMAL = { prefer: 'return=minimal' }

const bodyOf = (text: string) => ({ commentData: { text } })

const test = base
  .extend('postId', async ({ ann }) => (await writePost(ann))._id)
  .extend('comment', ({ postId }) => async (author: Client, text = 'A comment') => {
    const { post } = await author.call(ADD, { params: { postId }, body: bodyOf(text), headers: MINIMAL })
    const [newest] = post?.comments ?? []
    if (!newest) throw new Error('The comment did not come back.')
    return newest
  })

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
