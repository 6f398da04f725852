/** So long statements follow one another until others go first, in milliseconds. */
const TURN_MS = 2
/**
 * If so many reads wait, none is divided until no turn has been long for a while: all would end late, and the load gate
 * counts on turns that do what they have begun.
 */
const CROWD = 8
const LONG_TURN_MS = 10
const UNDIVIDED_MS = 1_000

export interface Turns {
  /** What the next statement waits for; null while the turn is short. */
  next(): Promise<void> | null
  /** How many reads wait. */
  readonly waiting: number
}

/**
 * Divides reads of many statements. SQLite answers a statement at once, so the next one follows within the same turn of
 * the event loop, and a read would hold it until its last one. Those that wait go on one after the other, in their
 * order, with whatever else is due between two of them.
 */
export function createTurns(): Turns {
  let waiting: (() => void)[] = []
  let since: number | null = null
  let undividedUntil = 0
  const end = () => {
    since = null
  }
  const begin = () => {
    since = performance.now()
    setImmediate(end)
  }
  function goOn() {
    const count = performance.now() < undividedUntil ? waiting.length : 1
    const resumed = waiting.slice(0, count)
    waiting = waiting.slice(count)
    if (waiting.length > 0) setImmediate(goOn)
    begin()
    for (const resume of resumed) resume()
  }
  return {
    next() {
      const now = performance.now()
      if (since === null) begin()
      else if (now < undividedUntil) {
        if (now - since >= LONG_TURN_MS) undividedUntil = now + UNDIVIDED_MS
      } else if (now - since >= TURN_MS) {
        // Who comes meanwhile has a turn of their own.
        end()
        return new Promise((resolve) => {
          if (waiting.push(resolve) === 1) setImmediate(goOn)
          if (waiting.length >= CROWD) undividedUntil = now + UNDIVIDED_MS
        })
      }
      return null
    },
    get waiting() {
      return waiting.length
    },
  }
}
