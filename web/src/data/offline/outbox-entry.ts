// Beside the database, which needs the types: data/outbox imports the database.

import type { RouteInput } from '@quack/contract'

/** A post as a member writes it. */
export type PostBody = RouteInput<'POST /api/posts'>['body']['postData']

/** The content of a post or comment that an edit was made on, and what a conflict shows. */
export interface PostVersion {
  content: string
  mediaUrl: string
  alt: string
}
export interface CommentVersion {
  text: string
}

/**
 * What each kind of write sends. `target` is the `_id` of the post or comment, or '' for a new post; for a new comment
 * it is the post's. `text` of a deletion is what is deleted, to be shown.
 */
interface Writes {
  post: { body: PostBody }
  comment: { body: { text: string } }
  editPost: { body: PostBody; basedOn: PostVersion; theirs?: PostVersion }
  editComment: { body: { postId: string; text: string }; basedOn: CommentVersion; theirs?: CommentVersion }
  deletePost: { body: { text: string } }
  deleteComment: { body: { postId: string; text: string } }
}

/** What every write has: a new one, before it is in the outbox. */
interface Write<Kind> {
  kind: Kind
  target: string
  /** The idempotency key, the same for every attempt. */
  key: string
  /** A picture or video that is uploaded first. Its address is then `body.mediaUrl`. */
  file?: File
  /** The bodies that were sent without an answer. Each of them may have arrived. */
  tried?: readonly unknown[]
}

interface Entry {
  /** Given by the database, in the order of writing. */
  id: number
  /** As `memberKey` says. An entry is sent for this member only. */
  member: string
  /** When it was written, in milliseconds. */
  at: number
  /**
   * `waiting`: it will be sent. `refused`: the server has refused it (`problem` says why). `conflict`: what it edits has
   * changed meanwhile (`theirs`).
   */
  state: 'waiting' | 'refused' | 'conflict'
  problem?: string
  /** Counts the member's changes. What was sent may be older than the entry. */
  revision: number
  /** The member has removed it, but it may have arrived: it is deleted on the server if it has. */
  isRemoved?: true
}

export type OutboxKind = keyof Writes

/** A kind that is missing here is a compile error. The service worker has the same list. */
const KINDS: Readonly<Record<OutboxKind, true>> = {
  post: true,
  comment: true,
  editPost: true,
  editComment: true,
  deletePost: true,
  deleteComment: true,
}

export const OUTBOX_KINDS: readonly string[] = Object.keys(KINDS)

/** A page of a newer release may have stored other kinds, also one that was taken back. Only such a page sends them. */
export function isKnownKind({ kind }: { kind: string }): boolean {
  return OUTBOX_KINDS.includes(kind)
}

/** A write that is given to the outbox. */
export type OutboxWrite<Kind extends OutboxKind = OutboxKind> = { [K in Kind]: Write<K> & Writes[K] }[Kind]

/** A write that waits on this device until the server has it. */
export type OutboxEntry<Kind extends OutboxKind = OutboxKind> = { [K in Kind]: Entry & Write<K> & Writes[K] }[Kind]
