/** Calls before the work starts share its result. Calls while it runs share the next run. */
export function coalesceCalls<T>(work: () => Promise<T>): () => Promise<T> {
  let next: Promise<T> | null = null
  let running: Promise<unknown> = Promise.resolve()
  return () => {
    next ??= running.then(() => {
      const mine = work()
      next = null
      running = mine.catch(() => undefined)
      return mine
    })
    return next
  }
}
