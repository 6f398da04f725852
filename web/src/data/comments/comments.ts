import type { Comment, PostsAnswer } from '@quack/contract'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { ageOf } from '../api/copies.ts'
import { PAGE_SIZE } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { repeatReads } from '../cache/read-again.ts'
import { putPerson } from '../members/people.ts'
import type { Vote } from '../offline/outbox-entry.ts'
import { tap } from '../outbox/pending.ts'
import { shownTap, useTaps, withSentTaps, withTaps } from '../outbox/shown-taps.ts'
import { dropPost } from '../posts/drop-post.ts'
import { putPost } from '../posts/posts.ts'

/** A comment is shown only under its post. It is therefore stored in the post's list of comments, newest first. */
export type LiveComment = Omit<Comment, 'votes' | 'viewer'> & {
  votes: { upvoteCount: number; downvoteCount: number }
  viewer: { upvoted: boolean; downvoted: boolean }
}

interface CommentPage {
  comments: LiveComment[]
  nextCursor: string | null
  hiddenCount: number
  /** When the server sent a page that is a copy on this device, in milliseconds. */
  savedAt?: number
}

type CommentPages = InfiniteData<CommentPage, string | undefined>

/** A vote replaces the opposite one. */
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

function voteOf({ viewer }: LiveComment): Vote {
  if (viewer.upvoted) return 'up'
  return viewer.downvoted ? 'down' : 'none'
}

export const COMMENT_TAPS = { vote: shownTap<LiveComment, Vote, { postId: string }>(withVote) }

/** A comment as it is shown: with the viewer's vote, also if the server does not have it yet. */
export function useVoted(comment: LiveComment): LiveComment {
  return useTaps(comment, comment._id, COMMENT_TAPS)
}

/** Votes on a comment, or changes the vote. Does nothing for the same vote again. */
export function vote(postId: string, comment: LiveComment, side: Vote): void {
  const { _id: target } = comment
  if (voteOf(withTaps(comment, target, COMMENT_TAPS)) === side) return
  tap<typeof COMMENT_TAPS>({ kind: 'vote', target, body: side, basedOn: voteOf(comment), subject: { postId } })
}

export function takeComment(comment: Comment): LiveComment {
  const { username, firstName, lastName, avatarURL, votes } = comment
  if (comment.hidden !== 'member') putPerson({ username, firstName, lastName, avatarURL })
  return withSentTaps(
    {
      ...comment,
      votes: { upvoteCount: votes.upvoteCount, downvoteCount: votes.downvoteCount },
      viewer: comment.viewer ?? { upvoted: false, downvoted: false },
    },
    comment._id,
    COMMENT_TAPS,
  )
}

function commentsQuery(postId: string) {
  return infiniteQueryOptions<CommentPage, Error, CommentPages, readonly string[], string | undefined>({
    queryKey: queryKeys.comments(postId),
    async queryFn({ pageParam, signal }) {
      const query = { limit: PAGE_SIZE, embed: 0, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      const answer = await call('GET /api/comments/:postId', { params: { postId }, query }, { signal })
      return { ...answer, ...ageOf(answer), comments: answer.comments.map(takeComment) }
    },
    initialPageParam: undefined,
    getNextPageParam: (last) => last.nextCursor,
    staleTime: 10_000,
  })
}

export function useComments(postId: string): UseInfiniteQueryResult<CommentPages> {
  return useInfiniteQuery(commentsQuery(postId))
}

/** Prefetches a post's newest comments, before their screen is rendered. */
export function readCommentsAhead(postId: string): void {
  void queryClient.prefetchInfiniteQuery(commentsQuery(postId))
}

/** Changes the loaded pages of a post's comments. */
export function editPages(postId: string, edit: (comments: LiveComment[], page: number) => LiveComment[]): void {
  queryClient.setQueryData<CommentPages>(
    queryKeys.comments(postId),
    (data) => data && { ...data, pages: data.pages.map((page, i) => ({ ...page, comments: edit(page.comments, i) })) },
  )
}

/** Changes a comment in its list. */
export function patchComment(postId: string, commentId: string, patch: (comment: LiveComment) => LiveComment): void {
  editPages(postId, (comments) => comments.map((entry) => (entry._id === commentId ? patch(entry) : entry)))
}

export function putComment(postId: string, comment: Comment): void {
  patchComment(postId, comment._id, () => takeComment(comment))
}

export function dropComment(postId: string, commentId: string): void {
  editPages(postId, (comments) => comments.filter((entry) => entry._id !== commentId))
  // Comments that are being fetched may arrive with it.
  repeatReads(queryKeys.comments(postId))
}

export function takePost({ post }: PostsAnswer): void {
  if (post) putPost(post)
}

/** Removes the post from all screens if a call on its comments finds that it is gone. */
export async function orGone<T>(postId: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    if (isRefusal(error, 'postUnknown')) dropPost(postId)
    throw error
  }
}
