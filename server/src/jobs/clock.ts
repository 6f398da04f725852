/** The time of background work, which tests can move. */
export interface JobClock {
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Milliseconds since some moment. Unlike `now`, it only moves on with the time, whatever the machine is told. */
  readonly elapsed: () => number
  /** Calls the work again and again. @returns stops it */
  readonly every: (ms: number, work: () => void) => () => void
  /** Calls the work once. @returns stops it */
  readonly after: (ms: number, work: () => void) => () => void
}

export const SYSTEM_CLOCK: JobClock = {
  now: Date.now,
  elapsed: () => performance.now(),
  every(ms, work) {
    const timer = setInterval(work, ms).unref()
    return () => clearInterval(timer)
  },
  after(ms, work) {
    const timer = setTimeout(work, ms).unref()
    return () => clearTimeout(timer)
  },
}
