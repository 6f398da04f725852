import type { PostsAnswer } from '@quack/contract'
import { call } from '../api/api.ts'
import { isRefusal } from '../api/api-errors.ts'
import { MINIMAL } from '../api/http.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { repeatReads } from '../cache/read-again.ts'
import { orGone, takePost } from '../comments/comments.ts'
import { dropComment, patchComment } from '../comments/edit-comments.ts'

/** Hides a comment on an own post. Succeeds if it is hidden already. */
export async function hideComment(postId: string, commentId: string): Promise<void> {
  const write = call('POST /api/comments/hide/:postId/:commentId', inputOf(postId, commentId))
  await settle(postId, commentId, write, 'commentAlreadyHidden')
  patchComment(postId, commentId, (comment) => ({ ...comment, hidden: 'author' }))
  repeatReads(queryKeys.comments(postId))
}

/** Shows a comment on an own post again. Succeeds if it is not hidden any more. */
export async function unhideComment(postId: string, commentId: string): Promise<void> {
  const write = call('POST /api/comments/unhide/:postId/:commentId', inputOf(postId, commentId))
  await settle(postId, commentId, write, 'commentNotHidden')
  patchComment(postId, commentId, ({ hidden: _, ...comment }) => comment)
  repeatReads(queryKeys.comments(postId))
}

function inputOf(postId: string, commentId: string) {
  return { params: { postId, commentId }, query: { embed: 0 }, headers: MINIMAL }
}

async function settle(
  postId: string,
  commentId: string,
  write: Promise<PostsAnswer>,
  accepted: 'commentAlreadyHidden' | 'commentNotHidden',
): Promise<void> {
  try {
    takePost(await orGone(postId, write))
  } catch (error) {
    if (isRefusal(error, 'commentUnknown')) dropComment(postId, commentId)
    if (!isRefusal(error, accepted)) throw error
  }
}
