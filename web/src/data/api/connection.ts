import { createStore, useStore } from '../../store.ts'

/** `offline`: the browser has no network. `away`: the server does not respond. */
export type Connection = 'online' | 'offline' | 'away'

/** Delays between probes of the server, in milliseconds. The last one repeats. */
const PROBES = [2_000, 4_000, 8_000, 15_000]
/** Timeout of a probe, in milliseconds. */
const PROBE_TIMEOUT_MS = 2_500

const isBrowser = typeof window !== 'undefined'
const connection = createStore<Connection>(isBrowser && !navigator.onLine ? 'offline' : 'online')
let probe = 0

/** Call this for every response of the server, errors included. */
export function noteReachable(): void {
  if (connection.get() === 'away') connection.set('online')
}

/** Call this when a request gets no response. If the browser has a network, probes the server until it responds. */
export function noteUnreachable(): void {
  if (connection.get() !== 'online' || !isBrowser) return
  if (navigator.onLine) {
    connection.set('away')
    clearTimeout(probe)
    probeLater(0)
  } else connection.set('offline')
}

function probeLater(tries: number): void {
  probe = window.setTimeout(
    async () => {
      const isThere = await isServerThere()
      if (connection.get() !== 'away') return
      if (isThere) connection.set('online')
      else probeLater(tries + 1)
    },
    PROBES[Math.min(tries, PROBES.length - 1)],
  )
}

export function isServerThere(): Promise<boolean> {
  return fetch('/healthz', { cache: 'no-store', signal: AbortSignal.timeout(PROBE_TIMEOUT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

export const getConnection = connection.get
export const onConnectionChange = connection.subscribe

export function useConnection(): Connection {
  return useStore(connection)
}

if (isBrowser) {
  window.addEventListener('offline', () => connection.set('offline'))
  window.addEventListener('online', () => connection.set('online'))
}
