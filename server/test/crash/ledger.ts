/** What stands where nothing was written, or what was written is gone. */
export const ABSENT = 'absent'

/** How a request ended: done and acknowledged, refused and acknowledged, or without a word that can be relied on. */
export type Outcome = 'done' | 'refused' | 'unknown'

/**
 * What may be in the database: for each thing that one client alone writes, the values it may have. An acknowledged
 * write leaves one; a write that nobody acknowledged may have happened or not, and leaves one more.
 */
export interface Ledger {
  note(key: string, value: string, outcome: Outcome): void
  /** The value that is certain; null when there is more than one that may be. */
  certain(key: string): string | null
  may(key: string, value: string): boolean
  readonly keys: Iterable<string>
  readonly counts: Readonly<Record<Outcome, number>>
}

export function createLedger(): Ledger {
  const possible = new Map<string, Set<string>>()
  const counts = { done: 0, refused: 0, unknown: 0 }
  const at = (key: string) => possible.get(key) ?? new Set([ABSENT])
  return {
    counts,
    get keys() {
      return possible.keys()
    },
    note(key, value, outcome) {
      counts[outcome]++
      if (outcome === 'done') possible.set(key, new Set([value]))
      else if (outcome === 'unknown') possible.set(key, at(key).add(value))
    },
    certain(key) {
      const values = [...at(key)]
      return values.length === 1 ? (values[0] ?? null) : null
    },
    may: (key, value) => at(key).has(value),
  }
}
