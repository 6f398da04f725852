// Beside the database, which needs the types: data/outbox imports the database.

import type { MemberSummary, RouteInput } from '@quack/contract'

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

/** How far the viewer has come with following a member. A private member accepts or rejects the request. */
export type FollowState = 'none' | 'requested' | 'following'
export type Vote = 'up' | 'down' | 'none'
/** The parts of the notification settings that a change names. */
export type SettingsChange = RouteInput<'POST /api/notifications/settings'>['body']

/**
 * What each kind of writing sends. `target` is the `_id` of the post or comment, or '' for a new post; for a new comment
 * it is the post's. `text` of a deletion is what is deleted, to be shown.
 */
export interface Writings {
  post: { body: PostBody }
  comment: { body: { text: string } }
  editPost: { body: PostBody; basedOn: PostVersion; theirs?: PostVersion }
  editComment: { body: { postId: string; text: string }; basedOn: CommentVersion; theirs?: CommentVersion }
  deletePost: { body: { text: string } }
  deleteComment: { body: { postId: string; text: string } }
}

/** A tap: `body` is the desired state, `basedOn` the server's as far as this device knows, `subject` what else names it. */
export interface Tap<State, Subject = null> {
  body: State
  basedOn: State
  subject: Subject
}

/** `target` is the `_id` of the post or comment, the username in lower case, the key of the tag, or a part of the settings. */
export interface Taps {
  like: Tap<boolean>
  bookmark: Tap<boolean>
  vote: Tap<Vote, { postId: string }>
  follow: Tap<FollowState, MemberSummary>
  followTag: Tap<boolean, { name: string }>
  setting: Tap<SettingsChange>
}

type Writes = Writings & Taps

/** What every write has: a new one, before it is in the outbox. */
interface Write<Kind> {
  kind: Kind
  target: string
  /** The idempotency key, the same for every attempt. Taps need none: to send a state twice is to send it once. */
  key: string
  /** A picture or video that is uploaded first. Its address is then `body.mediaUrl`. */
  file?: File
  /** The bodies that were sent without an answer. Each of them may have arrived. */
  tried?: readonly unknown[]
}

interface Entry {
  /** Given by the database, in the order of writing. 0: it is not kept on this device. */
  id: number
  /** As `memberKey` says. An entry is sent for this member only. */
  member: string
  /** When it was written, in milliseconds. */
  at: number
  /**
   * `waiting`: it will be sent. `refused`: the server has refused it (`problem` says why). `conflict`: what it edits has
   * changed meanwhile (`theirs`). Taps wait: a refused one is gone.
   */
  state: 'waiting' | 'refused' | 'conflict'
  problem?: string
  /** Counts the member's changes. What was sent may be older than the entry. */
  revision: number
  /** The member has removed it, but it may have arrived: it is deleted on the server if it has. */
  isRemoved?: true
}

export type WritingKind = keyof Writings
export type TapKind = keyof Taps
export type OutboxKind = WritingKind | TapKind

/** Only taps have a subject, be it null. */
export function isTap<Write extends { kind: OutboxKind }>(write: Write): write is Extract<Write, { kind: TapKind }> {
  return 'subject' in write
}

/** A write that is given to the outbox. */
export type OutboxWrite<Kind extends OutboxKind = OutboxKind> = { [K in Kind]: Write<K> & Writes[K] }[Kind]

/** The entries of declared kinds. */
export type EntryOf<Kinds, Kind extends keyof Kinds = keyof Kinds> = { [K in Kind]: Entry & Write<K> & Kinds[K] }[Kind]

/** A write that waits on this device until the server has it. */
export type OutboxEntry<Kind extends OutboxKind = OutboxKind> = EntryOf<Writes, Kind>

/** What is written, one after the other in the order of writing. */
export type WritingEntry = OutboxEntry<WritingKind>
export type TapEntry = OutboxEntry<TapKind>
/** The desired state of a kind of taps. */
export type StateOf<Kind extends TapKind> = Taps[Kind]['body']
