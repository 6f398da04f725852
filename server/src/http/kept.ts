import type { ChangeLog, Concern } from '../database/changes.ts'

/** Cursors of lists that are ordered by likes say an instant that must not be too long ago, in milliseconds. */
const AGE_MAX = 10 * 60_000
/** What an entry takes besides its value and its key, about. */
const ENTRY_BYTES = 1_000
/** So many keys that were asked for last are known. */
const ASKED_MAX = 256

export interface KeptValue<Value> {
  readonly value: Value
  /** Which changes make it wrong. */
  readonly concerns: Concern
  readonly madeAt: number
  readonly bytes: number
  /** Nothing that concerns it has happened up to here. */
  position: number
}

/**
 * Values by key. One is given again while no change since it was made concerns what it was made of; the change log proves it, so that a kept value is what the queries would give. Bounded: once all the room is taken, what was
 * asked for twice in a short time takes the place of the oldest, and nothing else does; where more is asked for by turns
 * than there is room for, what is kept stays useful.
 */
export class Kept<Value> {
  readonly #log: ChangeLog
  readonly #bytesMax: number
  readonly #values = new Map<string, KeptValue<Value>>()
  readonly #asked = new Set<string>()
  #bytes = 0
  hits = 0
  misses = 0

  /** @param bytesMax of all values together, with what keeping them takes */
  constructor(log: ChangeLog, bytesMax: number) {
    this.#log = log
    this.#bytesMax = bytesMax
  }

  get entries(): number {
    return this.#values.size
  }
  get bytes(): number {
    return this.#bytes
  }

  /** To be read before the first query of what is to be kept. */
  get position(): number {
    return this.#log.position
  }

  find(key: string): KeptValue<Value> | null {
    const kept = this.#values.get(key)
    if (kept) {
      if (this.holds(kept)) {
        this.hits++
        return kept
      }
      this.#drop(key, kept)
    }
    this.misses++
    return null
  }

  /** Whether it is still what would be made anew. */
  holds(kept: KeptValue<unknown>): boolean {
    const position = this.#log.position
    const isQuiet = this.#log.isQuiet(kept.position, position, kept.concerns)
    if (isQuiet) kept.position = position
    return isQuiet && Date.now() - kept.madeAt < AGE_MAX
  }

  /**
   * Whether to keep what is about to be made. To be asked once for each that was not found.
   * @param isCheap whether it takes so little to make that room is not to be spent on what is asked for once
   */
  admits(key: string, isCheap: boolean): boolean {
    if (!isCheap && this.#bytes < this.#bytesMax) return true
    if (this.#asked.delete(key)) return true
    if (this.#asked.size >= ASKED_MAX) this.#asked.delete(this.#asked.values().next().value ?? '')
    this.#asked.add(key)
    return false
  }

  /** @param bytes that the value takes; @param position read before its first query */
  keep(key: string, value: Value, bytes: number, concerns: Concern, position: number): void {
    const former = this.#values.get(key)
    if (former) this.#drop(key, former)
    const kept = { value, concerns, madeAt: Date.now(), bytes: bytes + 2 * key.length + ENTRY_BYTES, position }
    this.#values.set(key, kept)
    this.#bytes += kept.bytes
    for (const [oldest, entry] of this.#values) {
      if (this.#bytes <= this.#bytesMax) break
      this.#drop(oldest, entry)
    }
  }

  #drop(key: string, kept: KeptValue<Value>): void {
    this.#values.delete(key)
    this.#bytes -= kept.bytes
  }
}
