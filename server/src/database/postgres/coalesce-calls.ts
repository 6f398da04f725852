/**
 * Runs `work` at most once at a time. Calls that arrive during a run share the next run, because the result of this one
 * may be older than the call.
 */
export function coalesceCalls<T>(work: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | null = null
  let running: Promise<unknown> = Promise.resolve()
  return () => {
    next ??= running.then(() => {
      const current = work()
      next = null
      running = current.catch(() => undefined)
      return current
    })
    return next
  }
}
