import { type BackOff, createBackOff } from './back-off.ts'

/**
 * How a pass ended. `done`: nothing more can be sent for now. `failed`: the same is to be sent again later. `busy`: another
 * tab is sending.
 */
export type PassEnd = 'done' | 'failed' | 'busy'

export interface Runner {
  /** Something may be sent now. Resolves when nothing more can be sent; also if that fails. */
  wake: () => Promise<void>
  /** As `wake`, without waiting for the end of the back-off: the network or the session has changed. */
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
      const end = await tryPass()
      if (end === 'busy') wakeIn(BUSY_MS)
      if (end !== 'failed') continue
      backOff.failed()
      wakeIn(backOff.wait())
    }
    // In the same turn as the last look: who wakes it later must begin a new run.
    running = null
  }

  async function tryPass(): Promise<PassEnd> {
    try {
      return await pass(backOff.reset)
    } catch (error) {
      // The browser blocks storage, for now or for good.
      console.warn('What waits on this device cannot be read.', error)
      return 'failed'
    }
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
