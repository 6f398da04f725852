/** What one takes note of in a value, to know whether it is still asked for. */
export interface Used {
  isUsed: boolean
  /** What it takes, in the unit of whoever bounds them. */
  readonly weight: number
}

/**
 * Values by key, in the order in which they go: the first that was not asked for since its last turn goes first, and
 * those that were get in line once more. Costs less than knowing which was asked for last, and keeps nearly the same.
 */
export class SecondChance<Key, Value extends Used> {
  readonly #values = new Map<Key, Value>()
  #weight = 0

  get size(): number {
    return this.#values.size
  }
  /** Of all of them. */
  get weight(): number {
    return this.#weight
  }

  get(key: Key): Value | undefined {
    const value = this.#values.get(key)
    if (value) value.isUsed = true
    return value
  }

  set(key: Key, value: Value): void {
    this.delete(key)
    this.#values.set(key, value)
    this.#weight += value.weight
  }

  delete(key: Key): void {
    const value = this.#values.get(key)
    if (!value) return
    this.#values.delete(key)
    this.#weight -= value.weight
  }

  /** @param alter may change what the value weighs */
  change(key: Key, alter: (value: Value) => void): void {
    const value = this.#values.get(key)
    if (!value) return
    this.#weight -= value.weight
    alter(value)
    this.#weight += value.weight
  }

  clear(): void {
    this.#values.clear()
    this.#weight = 0
  }

  values(): Iterable<Value> {
    return this.#values.values()
  }

  /** @returns what went */
  deleteOldest(): Value | null {
    for (const [key, value] of this.#values) {
      this.delete(key)
      if (!value.isUsed) return value
      value.isUsed = false
      this.set(key, value)
    }
    return null
  }
}
