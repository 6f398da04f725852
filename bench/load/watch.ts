import { setInterval } from 'node:timers/promises'
import type { Measured } from './processes.ts'

export interface Watched {
  /** Resident memory of the server, in MB. */
  readonly memories: readonly number[]
  /** The duration of /healthz, in milliseconds; infinite without a good answer. */
  readonly health: readonly number[]
}

const PATIENCE_MS = 5_000

/** Samples a server every second until `end`, as monitoring does. */
export function watch(server: Measured): { end(): Promise<Watched> } {
  const memories: number[] = []
  const health: number[] = []
  const stop = new AbortController()
  const watching = look()

  async function look(): Promise<void> {
    for await (const _ of setInterval(1_000, null, { signal: stop.signal })) {
      memories.push(server.memory())
      health.push(await ask(server.address))
    }
  }

  return {
    async end() {
      stop.abort()
      await watching.catch(() => undefined)
      return { memories, health }
    },
  }
}

async function ask(address: string): Promise<number> {
  const asked = performance.now()
  try {
    const { status } = await fetch(`${address}/healthz`, { signal: AbortSignal.timeout(PATIENCE_MS) })
    return status === 200 ? performance.now() - asked : Number.POSITIVE_INFINITY
  } catch {
    return Number.POSITIVE_INFINITY
  }
}
