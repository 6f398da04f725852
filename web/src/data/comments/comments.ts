import type { Comment, PostsAnswer } from '@quack/contract'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { ageOf } from '../api/copies.ts'
import { PAGE_SIZE } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { putPerson } from '../members/people.ts'
import type { Vote } from '../offline/outbox-entry.ts'
import { tap } from '../outbox/pending.ts'
import { shownTap, useTaps, withSentTaps, withTaps } from '../outbox/shown-taps.ts'
import { dropUnknown } from '../posts/post-lists.ts'
import { putPost } from '../posts/posts.ts'

/** A comment is shown only under its post. It is therefore stored in the post's list of comments, and in branches. */
export type LiveComment = Omit<Comment, 'votes' | 'viewer' | 'answers'> & {
  votes: { upvoteCount: number; downvoteCount: number }
  viewer: { upvoted: boolean; downvoted: boolean }
  /** The first answers, oldest first, each followed by the first answers to it. Only of those in a list. */
  answers?: LiveComment[]
}

export interface CommentPage {
  /** Of a branch: the comment, after the one that it answers. */
  head?: LiveComment[]
  /** Of a branch: its post. */
  postId?: string
  comments: LiveComment[]
  nextCursor: string | null
  hiddenCount?: number
  /** When the server sent a page that is a copy on this device, in milliseconds. */
  savedAt?: number
}

export type CommentPages = InfiniteData<CommentPage, string | undefined>

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

export function takeComment({ answers, ...comment }: Comment): LiveComment {
  const { username, firstName, lastName, avatarURL, votes } = comment
  if (!isPlace(comment)) putPerson({ username, firstName, lastName, avatarURL })
  return withSentTaps(
    {
      ...comment,
      votes: { upvoteCount: votes.upvoteCount, downvoteCount: votes.downvoteCount },
      viewer: comment.viewer ?? { upvoted: false, downvoted: false },
      ...(answers && { answers: answers.map(takeComment) }),
    },
    comment._id,
    COMMENT_TAPS,
  )
}

/** Whether it only stands where a comment is that the viewer does not see, or that is gone. */
export const isPlace = ({ hidden }: Pick<Comment, 'hidden'>): boolean => hidden === 'member' || hidden === 'everyone'

/** The comments on a post, newest first; or a comment on it, with the answers to it. */
function commentsQuery(postId: string, branch?: string) {
  return infiniteQueryOptions<CommentPage, Error, CommentPages, readonly string[], string | undefined>({
    queryKey: branch === undefined ? queryKeys.comments(postId) : queryKeys.branch(postId, branch),
    async queryFn({ pageParam, signal }) {
      const query = { limit: PAGE_SIZE, embed: 0, ...(pageParam === undefined ? {} : { cursor: pageParam }) }
      if (branch === undefined) {
        const input = { params: { postId }, query: { ...query, as: 'tree' as const } }
        const answer = await call('GET /api/comments/:postId', input, { signal })
        return { ...answer, ...ageOf(answer), comments: answer.comments.map(takeComment) }
      }
      const input = { params: { commentId: branch }, query }
      const { answered, comment, answers, ...answer } = await call('GET /api/comments/branch/:commentId', input, {
        signal,
      })
      const head = [...(answered ? [answered] : []), comment].map(takeComment)
      return { ...answer, ...ageOf(answer), head, comments: answers.map(takeComment) }
    },
    initialPageParam: undefined,
    getNextPageParam: (last) => last.nextCursor,
    staleTime: 10_000,
  })
}

export function useComments(postId: string, enabled: boolean): UseInfiniteQueryResult<CommentPages> {
  return useInfiniteQuery({ ...commentsQuery(postId), enabled })
}

export function useBranch(
  postId: string,
  commentId: string | undefined,
  enabled: boolean,
): UseInfiniteQueryResult<CommentPages> {
  return useInfiniteQuery({ ...commentsQuery(postId, commentId ?? ''), enabled })
}

/** Prefetches a post's newest comments, or one branch, before their screen is rendered. */
export function readCommentsAhead(postId: string, branch?: string): void {
  void queryClient.prefetchInfiniteQuery(commentsQuery(postId, branch))
}

export function takePost({ post }: PostsAnswer): void {
  if (post) putPost(post)
}

/** Removes the post from all screens if a call on its comments finds that it is gone. */
export async function orGone<T>(postId: string, answer: Promise<T>): Promise<T> {
  try {
    return await answer
  } catch (error) {
    dropUnknown(error, postId)
    throw error
  }
}
