/** So long statements follow one another until others go first, in milliseconds. */
const TURN_MS = 2

export interface Turns {
  /** What the next statement waits for; null while the turn is short. */
  next(): Promise<void> | null
  /** How many reads wait. */
  readonly waiting: number
}

/**
 * Divides reads of many statements. SQLite answers a statement at once, so the next one follows within the same turn of
 * the event loop, and a read would hold it until its last one. Those that wait go on one after the other, in their order,
 * with whatever else is due between two of them.
 */
export function createTurns(): Turns {
  const waiting: (() => void)[] = []
  let since: number | null = null
  const end = () => {
    since = null
  }
  const begin = () => {
    since = performance.now()
    setImmediate(end)
  }
  function goOn() {
    const resume = waiting.shift()
    if (waiting.length > 0) setImmediate(goOn)
    begin()
    resume?.()
  }
  return {
    next() {
      if (since === null) begin()
      else if (performance.now() - since >= TURN_MS) {
        // Who comes meanwhile has a turn of their own.
        end()
        return new Promise((resolve) => {
          if (waiting.push(resolve) === 1) setImmediate(goOn)
        })
      }
      return null
    },
    get waiting() {
      return waiting.length
    },
  }
}
