import { isShaped, type Shape } from '../offline/is-shaped.ts'
import type { OutboxEntry, OutboxKind, TapKind, Taps, Writings } from '../offline/outbox-entry.ts'

export type WritingRules<Kinds> = Readonly<Record<keyof Kinds, 'each' | 'latest'>>

/**
 * How something later that is written meets an earlier one of the same kind and target: it stands beside it (`each`), or
 * takes its place (`latest`). A kind that is missing here is a compile error. A later tap always takes the place.
 */
export const WRITING_RULES: WritingRules<Writings> = {
  post: 'each',
  comment: 'each',
  editPost: 'latest',
  editComment: 'latest',
  deletePost: 'latest',
  deleteComment: 'latest',
}

export function isOnePerTarget(kind: OutboxKind): boolean {
  return (WRITING_RULES as Readonly<Record<string, string>>)[kind] !== 'each'
}

const ENTRY = {
  id: 'number',
  member: 'string',
  kind: 'string',
  target: 'string',
  key: 'string',
  at: 'number',
  state: 'string',
  revision: 'number',
} as const

export type EntryShapes<Kinds> = Readonly<Record<keyof Kinds, Shape>>

/** What an entry of each kind has besides. A subject that is null has no shape. A missing kind is a compile error. */
export const ENTRY_SHAPES: EntryShapes<Writings & Taps> = {
  post: { body: 'object' },
  comment: { body: { text: 'string' } },
  editPost: { body: 'object', basedOn: { content: 'string', mediaUrl: 'string', alt: 'string' } },
  editComment: { body: { postId: 'string', text: 'string' }, basedOn: { text: 'string' } },
  deletePost: { body: { text: 'string' } },
  deleteComment: { body: { postId: 'string', text: 'string' } },
  like: { body: 'boolean' },
  bookmark: { body: 'boolean' },
  vote: { body: 'string', subject: { postId: 'string' } },
  follow: { body: 'string', subject: { username: 'string' } },
  followTag: { body: 'boolean', subject: { name: 'string' } },
  setting: { body: 'object' },
}

/**
 * Whether a row of the outbox is an entry that this release sends. A page of a newer release may have stored other kinds,
 * also one that was taken back: only such a page sends them.
 */
export function isKnownEntry(row: unknown): row is OutboxEntry {
  return isShaped(row, ENTRY) && isKnownKind(row.kind) && isShaped(row, ENTRY_SHAPES[row.kind])
}

function isKnownKind(kind: string): kind is OutboxKind {
  return Object.hasOwn(ENTRY_SHAPES, kind)
}

/** Whether two desired states are the same. Whether a follow is asked for or agreed is decided by the other member. */
export function isSameState(kind: TapKind, one: unknown, other: unknown): boolean {
  if (kind === 'follow') return (one === 'none') === (other === 'none')
  return JSON.stringify(one) === JSON.stringify(other)
}
