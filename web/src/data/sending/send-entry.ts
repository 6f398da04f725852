import type { OutboxEntry, OutboxKind } from '../offline/outbox-entry.ts'
import type { Sent } from '../outbox/sender.ts'
import { sendCommentChange, sendCommentRemoval, sendNewComment } from './send-comment.ts'
import { sendNewPost, sendPostEdit, sendPostRemoval } from './send-post.ts'

/** How each kind of entry is sent. A kind that is missing here is a compile error. */
const SEND: { readonly [Kind in OutboxKind]: (entry: OutboxEntry<Kind>) => Promise<Sent> } = {
  post: sendNewPost,
  comment: sendNewComment,
  editPost: sendPostEdit,
  editComment: sendCommentChange,
  deletePost: sendPostRemoval,
  deleteComment: sendCommentRemoval,
}

export function sendEntry(entry: OutboxEntry): Promise<Sent> {
  return (SEND[entry.kind] as (entry: OutboxEntry) => Promise<Sent>)(entry)
}
