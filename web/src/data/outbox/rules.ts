import type { OutboxKind, TapKind, WritingKind } from '../offline/outbox-entry.ts'

/**
 * How a later write of the same kind and target meets an earlier one: it stands beside it (`each`), takes its place
 * (`latest`), or says all that counts (`state`). A kind that is missing here is a compile error.
 */
const RULES: Readonly<Record<WritingKind, 'each' | 'latest'>> & Readonly<Record<TapKind, 'state'>> = {
  post: 'each',
  comment: 'each',
  editPost: 'latest',
  editComment: 'latest',
  deletePost: 'latest',
  deleteComment: 'latest',
  like: 'state',
  bookmark: 'state',
  vote: 'state',
  follow: 'state',
  followTag: 'state',
  setting: 'state',
}

/** Only what is written is `each`. */
export function isOnePerTarget(kind: OutboxKind): boolean {
  return RULES[kind] !== 'each'
}

/** A page of a newer release may have stored other kinds, also one that was taken back. Only such a page sends them. */
export function isKnownKind({ kind }: { kind: string }): boolean {
  return Object.hasOwn(RULES, kind)
}

/** Whether two desired states are the same. Whether a follow is asked for or agreed is decided by the other member. */
export function isSameState(kind: TapKind, one: unknown, other: unknown): boolean {
  if (kind === 'follow') return (one === 'none') === (other === 'none')
  return JSON.stringify(one) === JSON.stringify(other)
}
