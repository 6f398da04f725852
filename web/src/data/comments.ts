import type { Comment, PostsAnswer } from '@quack/contract'
import { mentionsIn } from '@quack/contract/references'
import {
  type InfiniteData,
  infiniteQueryOptions,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { call, MINIMAL } from './api/api.ts'
import { isRefusal } from './api/api-errors.ts'
import { ageOf } from './api/copies.ts'
import { PAGE_SIZE } from './cache/key-pages.ts'
import { createOverlays } from './cache/overlays.ts'
import { queryClient } from './cache/query-client.ts'
import { queryKeys } from './cache/query-keys.ts'
import type { CommentVersion } from './offline/outbox-entry.ts'
import { isViewer, putPerson } from './people.ts'
import { dropPost } from './post-writes.ts'
import { getPost, putPost, refreshPost } from './posts.ts'

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

export const commentOverlays = createOverlays<LiveComment>()

function takeComment(comment: Comment): LiveComment {
  const { username, firstName, lastName, avatarURL, votes } = comment
  if (comment.hidden !== 'member') putPerson({ username, firstName, lastName, avatarURL })
  return commentOverlays.apply({
    ...comment,
    votes: { upvoteCount: votes.upvoteCount, downvoteCount: votes.downvoteCount },
    viewer: comment.viewer ?? { upvoted: false, downvoted: false },
  })
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

function editPages(postId: string, edit: (comments: LiveComment[], page: number) => LiveComment[]): void {
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
}

/** Refetches what says whether the viewer may comment: the post, and whether its author follows the viewer. */
function refreshRule(postId: string): void {
  void refreshPost(postId)
  const username = getPost(postId)?.username
  if (username !== undefined) void queryClient.invalidateQueries({ queryKey: queryKeys.profile(username) })
}

export function takePost({ post }: PostsAnswer): void {
  if (post) putPost(post)
}

/** Comments on a post. A repeated call with the same idempotency key creates no second comment. */
export async function addComment(postId: string, text: string, idempotencyKey: string): Promise<void> {
  showNewComment(postId, await sendComment(postId, text, idempotencyKey))
}

/**
 * The requests of the three writes, apart from what they change on the screens: the outbox sends them later.
 * @returns the new comment, or null if the answer lacks it: another one is newer, or the server normalised the text
 */
export async function sendComment(postId: string, text: string, idempotencyKey: string): Promise<Comment | null> {
  const headers = { ...MINIMAL, 'idempotency-key': idempotencyKey }
  const input = { params: { postId }, query: { embed: 1 }, headers, body: { commentData: { text } } }
  const answer = await orGone(postId, call('POST /api/comments/add/:postId', input)).catch((error) => {
    if (isRefusal(error, 'commentsClosed')) refreshRule(postId)
    throw error
  })
  takePost(answer)
  return answer.post?.comments.find((comment) => isViewer(comment.username) && comment.text === text) ?? null
}

export function showNewComment(postId: string, made: Comment | null): void {
  if (!made) {
    void queryClient.invalidateQueries({ queryKey: queryKeys.comments(postId) })
    return
  }
  const live = takeComment(made)
  editPages(postId, (comments, page) => {
    const others = comments.filter((entry) => entry._id !== live._id)
    return page === 0 ? [live, ...others] : others
  })
}

export async function editComment(
  postId: string,
  commentId: string,
  text: string,
  basedOn?: CommentVersion,
): Promise<void> {
  await sendCommentEdit(postId, commentId, text, basedOn)
  showEditedComment(postId, commentId, text)
}

/** @param basedOn the text that was edited: if the present one is another, the edit is refused (`editConflict`) */
export async function sendCommentEdit(
  postId: string,
  commentId: string,
  text: string,
  basedOn?: CommentVersion,
): Promise<void> {
  const body = { commentData: { text }, ...(basedOn && { basedOn }) }
  const input = { params: { postId, commentId }, query: { embed: 0 }, headers: MINIMAL, body }
  takePost(await orGone(postId, call('POST /api/comments/edit/:postId/:commentId', input)))
}

export function showEditedComment(postId: string, commentId: string, text: string): void {
  const updatedAt = new Date().toISOString()
  patchComment(postId, commentId, (comment) => ({ ...comment, text, updatedAt }))
  // The response does not say whom the text mentions now.
  if (mentionsIn(text).length > 0) void queryClient.invalidateQueries({ queryKey: queryKeys.comments(postId) })
}

/** Deletes a comment. Succeeds if it was already deleted. */
export async function deleteComment(postId: string, commentId: string): Promise<void> {
  await sendCommentDeletion(postId, commentId)
  dropComment(postId, commentId)
}

export async function sendCommentDeletion(postId: string, commentId: string): Promise<void> {
  const input = { params: { postId, commentId }, query: { embed: 0 }, headers: MINIMAL }
  try {
    takePost(await orGone(postId, call('POST /api/comments/delete/:postId/:commentId', input)))
  } catch (error) {
    if (!isRefusal(error, 'commentUnknown')) throw error
  }
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
