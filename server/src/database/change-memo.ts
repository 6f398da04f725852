import type { ChangeLog } from './changes.ts'

/**
 * Values by an id, each forgotten when a change of one kind names that id. Bounded; what was put in longest ago goes
 * first.
 */
export class ChangeMemo<Value> {
  readonly #log: ChangeLog
  readonly #kind: number
  readonly #max: number
  readonly #isNamedSecond: boolean
  readonly #values = new Map<number, Value>()
  #position: number
  /** Counted by whoever looks up. */
  hits = 0
  misses = 0

  /** @param named where changes of that kind name the id: as their first, unless said */
  constructor(log: ChangeLog, kind: number, max: number, named: 'first' | 'second' = 'first') {
    this.#log = log
    this.#kind = kind
    this.#max = max
    this.#isNamedSecond = named === 'second'
    this.#position = log.position
  }

  get entries(): number {
    return this.#values.size
  }

  /** To be read before what is to be put in is read. */
  get position(): number {
    return this.#log.position
  }

  /** What is true now, for looking up within one turn of the event loop. */
  current(): ReadonlyMap<number, Value> {
    const position = this.#log.position
    const isKnown = this.#log.visit(this.#position, position, (kind, a, b) => {
      if (kind === this.#kind) this.#values.delete(this.#isNamedSecond ? b : a)
    })
    if (!isKnown) this.#values.clear()
    this.#position = position
    return this.#values
  }

  /** Puts in what was read at `position`, but for what has changed since. */
  put(values: ReadonlyMap<number, Value>, position: number): void {
    this.current()
    const changed = new Set<number>()
    const isKnown = this.#log.visit(position, this.#position, (kind, a, b) => {
      if (kind === this.#kind) changed.add(this.#isNamedSecond ? b : a)
    })
    if (!isKnown) return
    for (const [id, value] of values) {
      if (changed.has(id)) continue
      if (this.#values.size >= this.#max) this.#values.delete(this.#values.keys().next().value ?? id)
      this.#values.set(id, value)
    }
  }
}
