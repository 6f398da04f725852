// Beside the database, which needs the type: data/outbox imports the database.

/** What an entry does. The last four are states that the member wants: there is one entry per target. */
export type OutboxKind =
  | 'post'
  | 'comment'
  | 'editPost'
  | 'editComment'
  | 'deletePost'
  | 'deleteComment'
  | 'like'
  | 'bookmark'
  | 'follow'
  | 'vote'

/** A write that waits on this device until the server has it. */
export interface OutboxEntry {
  /** Given by the database, in the order of writing. */
  id: number
  /** The username in lower case. An entry is sent for this member only. */
  member: string
  kind: OutboxKind
  /** What it is about: the id of a post or comment, a username, or '' for a new post. */
  target: string
  body: unknown
  /** Files that are uploaded before. */
  files?: readonly Blob[]
  /** The idempotency key, the same for every attempt. */
  key: string
  /** When it was written, in milliseconds. */
  at: number
  state: 'waiting' | 'refused' | 'conflict'
  /** Why the server refused it. */
  problem?: string
  /** What an edit was made on. */
  basedOn?: unknown
}
