import { type EntryOf, isTap, type OutboxEntry, type Writings } from '../offline/outbox-entry.ts'
import type { Sent } from '../outbox/lane.ts'
import { sendCommentChange, sendCommentRemoval, sendNewComment } from './send-comment.ts'
import { sendNewPost, sendPostEdit, sendPostRemoval } from './send-post.ts'
import { sendTap } from './send-tap.ts'

export type WritingSends<Kinds> = { readonly [Kind in keyof Kinds]: (entry: EntryOf<Kinds, Kind>) => Promise<Sent> }

/** How each kind of writing is sent. A kind that is missing here is a compile error. */
export const WRITING_SENDS: WritingSends<Writings> = {
  post: sendNewPost,
  comment: sendNewComment,
  editPost: sendPostEdit,
  editComment: sendCommentChange,
  deletePost: sendPostRemoval,
  deleteComment: sendCommentRemoval,
}

export function sendEntry(entry: OutboxEntry): Promise<Sent> {
  if (isTap(entry)) return sendTap(entry)
  return (WRITING_SENDS[entry.kind] as (entry: OutboxEntry) => Promise<Sent>)(entry)
}
