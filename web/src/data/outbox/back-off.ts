/** Delays before the next attempt, in milliseconds. The last one repeats. */
const DELAYS = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000]

/** When to send again after failures. Spread, so that clients that failed together do not return together. */
export interface BackOff {
  /** Milliseconds until the next attempt is due: 0 if it is now. */
  wait: () => number
  failed: () => void
  /** Something has succeeded, or the network has changed. */
  reset: () => void
}

export function createBackOff(now: () => number = Date.now, random: () => number = Math.random): BackOff {
  let failures = 0
  let due = 0
  return {
    wait: () => Math.max(0, due - now()),
    failed() {
      const delay = DELAYS[Math.min(failures, DELAYS.length - 1)] ?? 0
      due = now() + delay * (1 + random() / 4)
      failures += 1
    },
    reset() {
      failures = 0
      due = 0
    },
  }
}
