import type { EventEmitter } from 'node:events'

export const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const

export type StopSignal = (typeof STOP_SIGNALS)[number]

interface Listeners {
  /** Called once. */
  readonly stop: (signal: StopSignal) => void
  /** Called if it is asked again. */
  readonly stopAtOnce: (signal: StopSignal) => void
}

/**
 * Listens for requests to stop. Ctrl-C in a terminal reaches npm and the server, and npm passes it on to the server:
 * the two signals are one request.
 */
export function listenForStop(
  process: EventEmitter & { readonly env: Readonly<Record<string, string | undefined>> },
  { stop, stopAtOnce }: Listeners,
): void {
  const copies = process.env.npm_lifecycle_event === undefined ? 1 : 2
  let count = 0
  for (const signal of STOP_SIGNALS) {
    process.on(signal, () => {
      count++
      if (count === 1) stop(signal)
      else if (count > copies) stopAtOnce(signal)
    })
  }
}
