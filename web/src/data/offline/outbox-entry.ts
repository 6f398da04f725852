// Beside the database, which needs the types: data/sending imports the database.

import type { RouteInput } from '@quack/contract'
import type { Quoted } from './quoted.ts'
import type { KeptOf, Writing, Writings } from './writings.ts'

export type { CommentVersion, PostBody, PostVersion } from './writings.ts'

/** How far the viewer has come with following a member. A private member accepts or rejects the request. */
export type FollowState = 'none' | 'requested' | 'following'
export type Vote = 'up' | 'down' | 'none'
/** The parts of the notification settings that a change names. */
export type SettingsChange = RouteInput<'POST /api/notifications/settings'>['body']

/** What every write has: a new one, before it is in the outbox. */
interface Write<Kind> {
  kind: Kind
  target: string
  /** Of a new post or comment: the idempotency key, the same for every attempt. Other writes need none. */
  key: string
  /** A picture or video that is uploaded first. Its address is then `body.mediaUrl`. */
  file?: File
  /** Those of the further pictures, by their place in `body.furtherPictures`. */
  furtherFiles?: readonly (File | undefined)[]
  /** The post that `body.quote` names, as it is shown. */
  quoted?: Quoted
  /** The bodies that may have arrived: those of attempts that have no answer yet. */
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
   * `waiting`: it will be sent. `refused`: it cannot be sent as it is (`problem` says why). `conflict`: what it edits
   * has changed meanwhile (`theirs`). Taps wait: a refused one is gone.
   */
  state: 'waiting' | 'refused' | 'conflict'
  problem?: string
  /** Counts the member's changes. What was sent may be older than the entry. */
  revision: number
  /** The member has removed it, but it may have arrived: it is deleted on the server if it has. */
  isRemoved?: true
}

/** An entry of any kind. */
export type EntryWith<Body> = Entry & Write<string> & { body: Body }

/** What is written, of declared kinds (writings.ts). */
export type WriteOf<Kinds, Kind extends keyof Kinds = keyof Kinds> = {
  [K in Kind]: Kinds[K] extends Writing ? Write<K> & KeptOf<Kinds[K]> : never
}[Kind]
/** The same while it waits on this device, until the server has it. */
export type EntryOf<Kinds, Kind extends keyof Kinds = keyof Kinds> = {
  [K in Kind]: Kinds[K] extends Writing ? Entry & Write<K> & KeptOf<Kinds[K]> : never
}[Kind]

export type WritingKind = keyof Writings
export type WritingWrite<Kind extends WritingKind = WritingKind> = WriteOf<Writings, Kind>
export type WritingEntry<Kind extends WritingKind = WritingKind> = EntryOf<Writings, Kind>

/**
 * A tap: `body` is the desired state, `basedOn` the server's as far as this device knows, `subject` what else names it.
 * `target` is the `_id` of the post or comment, the username in lower case, the key of the tag, or a part of the
 * settings.
 */
export interface Tap<State = unknown, Subject = unknown> {
  kind: string
  target: string
  body: State
  basedOn: State
  subject: Subject
}
/**
 * How a kind of taps changes what the server said of an entity. It must be idempotent. How it is sent is declared in
 * data/sending/taps.ts.
 */
export interface ShownTap<Entity, State, Subject = null> {
  (entity: Entity, state: State): Entity
  readonly subject?: Subject
}

export type TapWrite = Write<string> & Tap
export type TapEntry<State = unknown, Subject = unknown> = EntryWith<State> &
  Tap<State, Subject> & {
    /** The request of this revision, for the service worker. */
    ready?: { revision: number; method: string; address: string; body?: unknown }
  }

export type OutboxWrite = WritingWrite | TapWrite
export type OutboxEntry = WritingEntry | TapEntry

/** Only taps have a subject, be it null. */
export function isTap<Write extends OutboxEntry | OutboxWrite>(
  write: Write,
): write is Extract<Write, { subject: unknown }> {
  return 'subject' in write
}
