import type { OutboxKind, TapKind, Writings } from '../offline/outbox-entry.ts'
import { TAP_REQUESTS } from './requests.ts'

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

/** A page of a newer release may have stored other kinds, also one that was taken back. Only such a page sends them. */
export function isKnownKind({ kind }: { kind: string }): boolean {
  return Object.hasOwn(WRITING_RULES, kind) || Object.hasOwn(TAP_REQUESTS, kind)
}

/** Whether two desired states are the same. Whether a follow is asked for or agreed is decided by the other member. */
export function isSameState(kind: TapKind, one: unknown, other: unknown): boolean {
  if (kind === 'follow') return (one === 'none') === (other === 'none')
  return JSON.stringify(one) === JSON.stringify(other)
}
