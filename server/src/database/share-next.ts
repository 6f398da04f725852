/** Those who ask before the work begins share its result; those who come later get the next. */
export function shareNext<T>(work: () => Promise<T>): () => Promise<T> {
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
