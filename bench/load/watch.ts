import { setInterval } from 'node:timers/promises'
import type { Measured } from './processes.ts'

export interface Watched {
  /** Of the server's process, in MB. */
  readonly memories: readonly number[]
  /** How long /healthz took, in milliseconds; infinite where it had no good answer. */
  readonly health: readonly number[]
}

const PATIENCE_MS = 5_000

/** Looks at a server every second, as an operator's tools do, until `end`. */
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
