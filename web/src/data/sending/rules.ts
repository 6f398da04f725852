import { isShaped } from '../offline/is-shaped.ts'
import type { OutboxEntry } from '../offline/outbox-entry.ts'
import { isEntry, writingOf } from '../offline/writings.ts'
import { tapKindOf } from './taps.ts'

/**
 * Whether a row of the outbox is an entry that this release sends. A page of a newer release, also of one that was
 * taken back, may have stored other kinds: only such a page sends them.
 */
export function isKnownEntry(row: unknown): row is OutboxEntry {
  if (!isEntry(row)) return false
  const kind = writingOf(row) ?? tapKindOf(row)
  return kind !== undefined && isShaped(row, { ...kind.shape })
}

/** Whether two desired states are the same. Whether a follow is asked for or agreed is decided by the other member. */
export function isSameState(kind: string, one: unknown, other: unknown): boolean {
  if (kind === 'follow') return (one === 'none') === (other === 'none')
  return JSON.stringify(one) === JSON.stringify(other)
}
