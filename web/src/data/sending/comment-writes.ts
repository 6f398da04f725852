import type { Comment } from '@quack/contract'
import { mentionsIn } from '@quack/contract/rules/references'
import { call, MINIMAL } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { invalidate, repeatReads } from '../cache/read-again.ts'
import { editPages, orGone, patchComment, takeComment, takePost } from '../comments/comments.ts'
import { isViewer } from '../members/people.ts'
import type { CommentVersion } from '../offline/outbox-entry.ts'
import { newComment } from '../outbox/requests.ts'
import { getPost, refreshPost } from '../posts/posts.ts'

/**
 * Comments on a post. A repeated call with the same idempotency key creates no second comment.
 * @returns the new comment, or null if the answer lacks it: another one is newer, or the server normalised the text
 */
export async function sendComment(postId: string, text: string, idempotencyKey: string): Promise<Comment | null> {
  const { route, input } = newComment(postId, text, idempotencyKey, 1)
  const answer = await orGone(postId, call(route, input)).catch((error) => {
    if (isRefusal(error, 'commentsClosed')) refreshRule(postId)
    throw error
  })
  takePost(answer)
  return answer.post?.comments.find((comment) => isViewer(comment.username) && comment.text === text) ?? null
}

export function showNewComment(postId: string, made: Comment | null): void {
  if (!made) {
    void invalidate({ queryKey: queryKeys.comments(postId) })
    return
  }
  const live = takeComment(made)
  editPages(postId, (comments, page) => {
    const others = comments.filter((entry) => entry._id !== live._id)
    return page === 0 ? [live, ...others] : others
  })
  repeatReads(queryKeys.comments(postId))
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
  const queryKey = queryKeys.comments(postId)
  // The response does not say whom the text mentions now.
  if (mentionsIn(text).length > 0) void invalidate({ queryKey })
  else repeatReads(queryKey)
}

/** Succeeds if it was already deleted. */
export async function sendCommentDeletion(postId: string, commentId: string): Promise<void> {
  const input = { params: { postId, commentId }, query: { embed: 0 }, headers: MINIMAL }
  try {
    takePost(await orGone(postId, call('POST /api/comments/delete/:postId/:commentId', input)))
  } catch (error) {
    if (!isRefusal(error, 'commentUnknown')) throw error
  }
}

/** Refetches what says whether the viewer may comment: the post, and whether its author follows the viewer. */
function refreshRule(postId: string): void {
  void refreshPost(postId)
  const username = getPost(postId)?.username
  if (username !== undefined) void invalidate({ queryKey: queryKeys.profile(username) })
}
