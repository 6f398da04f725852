import { setTimeout as sleep } from 'node:timers/promises'
import type { Random } from '@quack/testing/random'
import { readEvents } from '../read-events.ts'

/** Limits of the exponential back-off before a reconnect, as in the web client. In milliseconds. */
const PAUSE = { least: 1_000, most: 60_000 } as const
/** A stream that is silent for this time counts as lost, in milliseconds. */
const SILENCE_MS = 45_000

export interface Watcher {
  /** How often its stream was opened. */
  readonly opened: number
  close(): Promise<void>
}

/**
 * Keeps an event stream open as the web client does, and resumes it after an interruption.
 * @param told called with the ids of new posts
 * @param troubled called with the names of events that should not occur
 */
export function startWatcher(
  address: string,
  token: string,
  random: Random,
  told: (ids: readonly string[]) => void,
  troubled: (what: string) => void,
): Watcher {
  const over = new AbortController()
  let opened = 0
  let place = ''

  /** @returns the time until the reconnect; null if the stream could not be opened or was interrupted */
  async function readOne(placed: () => void): Promise<number | null> {
    let retryMs: number = PAUSE.least
    const silence = new AbortController()
    let timer = setTimeout(() => silence.abort(), SILENCE_MS)
    const listener = {
      heard({ name, data }: { name: string; data: object }) {
        if (name === 'posts') told((data as { ids: string[] }).ids)
        else if (name === 'resync' || name === 'ended') troubled(name)
      },
      placed(id: string) {
        place = id
        placed()
      },
      retry(ms: number) {
        retryMs = ms
      },
      alive() {
        clearTimeout(timer)
        timer = setTimeout(() => silence.abort(), SILENCE_MS)
      },
    }
    try {
      const signal = AbortSignal.any([over.signal, silence.signal])
      const { ended } = await readEvents(address, token, { from: place }, listener, signal)
      opened++
      await ended
      return retryMs
    } catch {
      return null
    } finally {
      clearTimeout(timer)
    }
  }

  async function follow(): Promise<void> {
    let failures = 0
    while (!over.signal.aborted) {
      const retryMs = await readOne(() => {
        failures = 0
      })
      failures = retryMs === null ? failures + 1 : 0
      const most = retryMs ?? Math.min(PAUSE.least * 2 ** failures, PAUSE.most)
      await sleep(most * (0.5 + random.int(1_000) / 2_000), undefined, { signal: over.signal }).catch(() => undefined)
    }
  }

  const following = follow()
  return {
    get opened() {
      return opened
    },
    async close() {
      over.abort()
      await following
    },
  }
}
