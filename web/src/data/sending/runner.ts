/**
 * How a pass ended. `done`: nothing more can be sent for now. `failed`: the same is to be sent again later. `busy`:
 * another tab is sending.
 */
export type PassEnd = 'done' | 'failed' | 'busy'

export interface Runner {
  /** Something may be sent now. Resolves when that has ended; during the back-off, at once. */
  wake: () => Promise<void>
  /** As `wake`, without waiting for the end of the back-off: for a new write, or a changed network or session. */
  restart: () => Promise<void>
  stop: () => void
}

/** How soon to look again whether another tab has stopped sending, in milliseconds. */
const BUSY_MS = 5_000

/**
 * Runs passes that send what waits, one at a time in this tab, with a growing pause after failures.
 * @param pass sends what it can, and calls `succeeded` after each thing that was sent. It throws if storage is blocked.
 */
export function createRunner(
  pass: (succeeded: () => void) => Promise<PassEnd>,
  backOff: BackOff = createBackOff(),
): Runner {
  let running: Promise<void> | null = null
  let isWoken = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function wakeIn(ms: number): void {
    clearTimeout(timer)
    timer = setTimeout(() => void wake(), ms)
  }

  function wake(): Promise<void> {
    const wait = backOff.wait()
    if (wait > 0) {
      wakeIn(wait)
      return running ?? Promise.resolve()
    }
    // What was added since the running pass looked is sent by the next one.
    isWoken = true
    running ??= run()
    return running
  }

  async function run(): Promise<void> {
    while (isWoken) {
      isWoken = false
      const end = await pass(backOff.reset).catch((error: unknown): PassEnd => {
        // The browser blocks storage, for now or for good.
        console.warn('What waits on this device cannot be read.', error)
        return 'failed'
      })
      if (end === 'busy') wakeIn(BUSY_MS)
      if (end !== 'failed') continue
      backOff.failed()
      wakeIn(backOff.wait())
    }
    // In the same turn as the last look: who wakes it later must begin a new run.
    running = null
  }

  return {
    wake,
    restart() {
      backOff.reset()
      return wake()
    },
    stop: () => clearTimeout(timer),
  }
}

/** Delays before the next attempt, in milliseconds. The last one repeats. */
const DELAYS = [2_000, 4_000, 8_000, 15_000, 30_000, 60_000, 120_000, 300_000]

/** When to send again after failures. Spread, so that clients that failed together do not return together. */
export interface BackOff {
  /** Milliseconds until the next attempt is due: 0 if it is now. */
  wait: () => number
  failed: () => void
  /** Something has succeeded, or there is a reason to try at once. */
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
