import { isTap, type OutboxEntry, type WritingKind } from '../offline/outbox-entry.ts'
import type { Sent } from '../outbox/lane.ts'
import { sendCommentChange, sendCommentRemoval, sendNewComment } from './send-comment.ts'
import { sendNewPost, sendPostEdit, sendPostRemoval } from './send-post.ts'
import { sendTap } from './send-tap.ts'

/** How each kind of writing is sent. A kind that is missing here is a compile error. */
const SEND: { readonly [Kind in WritingKind]: (entry: OutboxEntry<Kind>) => Promise<Sent> } = {
  post: sendNewPost,
  comment: sendNewComment,
  editPost: sendPostEdit,
  editComment: sendCommentChange,
  deletePost: sendPostRemoval,
  deleteComment: sendCommentRemoval,
}

export function sendEntry(entry: OutboxEntry): Promise<Sent> {
  if (isTap(entry)) return sendTap(entry)
  return (SEND[entry.kind] as (entry: OutboxEntry) => Promise<Sent>)(entry)
}
