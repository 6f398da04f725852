/** The value of a key that was never written, or was deleted. */
export const ABSENT = 'absent'

/** The outcome of a request: acknowledged, refused, or unknown because it had no reliable answer. */
export type Outcome = 'done' | 'refused' | 'unknown'

/**
 * What the database may contain: the possible values of each key. Only one client writes a key. After an acknowledged
 * write there is one possible value. A write with an unknown outcome adds one.
 */
export interface Ledger {
  note(key: string, value: string, outcome: Outcome): void
  /** The value, if only one is possible; else null. */
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
