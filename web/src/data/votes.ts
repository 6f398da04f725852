import { call, MINIMAL } from './api/api.ts'
import { isRefusal } from './api/api-errors.ts'
import { reportFailure } from './api/error-notifications.ts'
import { createToggleQueue } from './cache/toggle-queue.ts'
import { commentOverlays, dropComment, type LiveComment, patchComment, putComment } from './comments.ts'

export type Vote = 'up' | 'down' | 'none'

/** A vote replaces the opposite one. `none` only occurs when a refused first vote is rolled back. */
export function withVote(comment: LiveComment, vote: Vote): LiveComment {
  const before = voteOf(comment)
  if (before === vote) return comment
  const { upvoteCount, downvoteCount } = comment.votes
  return {
    ...comment,
    votes: {
      upvoteCount: Math.max(0, upvoteCount + Number(vote === 'up') - Number(before === 'up')),
      downvoteCount: Math.max(0, downvoteCount + Number(vote === 'down') - Number(before === 'down')),
    },
    viewer: { upvoted: vote === 'up', downvoted: vote === 'down' },
  }
}

export function voteOf({ viewer }: LiveComment): Vote {
  if (viewer.upvoted) return 'up'
  return viewer.downvoted ? 'down' : 'none'
}

interface Subject {
  postId: string
  commentId: string
}

const queue = createToggleQueue<Subject, Vote>({
  kind: 'vote',
  keyOf: ({ commentId }) => commentId,
  show: ({ postId, commentId }, vote) => patchComment(postId, commentId, (comment) => withVote(comment, vote)),
  async send(params, vote) {
    const input = { params: { ...params }, query: { embed: 0 }, headers: MINIMAL }
    const { comment } =
      vote === 'down'
        ? await call('POST /api/comments/downvote/:postId/:commentId', input)
        : await call('POST /api/comments/upvote/:postId/:commentId', input)
    if (comment) putComment(params.postId, comment)
  },
  isAlready: (error, vote) => isRefusal(error, vote === 'up' ? 'commentAlreadyUpvoted' : 'commentAlreadyDownvoted'),
  onRefused(error, { postId, commentId }) {
    if (isRefusal(error, 'commentUnknown')) dropComment(postId, commentId)
    reportFailure(error)
  },
})

commentOverlays.add((comment) => {
  const want = queue.intent(comment._id)
  return want === undefined ? comment : withVote(comment, want)
})

/** Votes on a comment. Does nothing for the same vote again: the server would refuse it. */
export function vote(postId: string, comment: LiveComment, side: 'up' | 'down'): void {
  const before = voteOf(comment)
  if (before !== side) void queue.set({ postId, commentId: comment._id }, before, side)
}
