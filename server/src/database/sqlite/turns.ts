/** So long statements follow one another until others go first, in milliseconds. */
const TURN_MS = 2

/**
 * Divides reads of many statements. SQLite answers a statement at once, so the next one follows within the same turn of
 * the event loop, and a read would hold it until its last one.
 * @returns what the next statement waits for; null while the turn is short
 */
export function createTurns(): () => Promise<void> | null {
  let since: number | null = null
  const end = () => {
    since = null
  }
  const begin = () => {
    since = performance.now()
    setImmediate(end)
  }
  return () => {
    if (since === null) begin()
    else if (performance.now() - since >= TURN_MS) {
      // Who comes meanwhile has a turn of their own.
      end()
      return new Promise((resolve) => {
        setImmediate(() => {
          begin()
          resolve()
        })
      })
    }
    return null
  }
}
