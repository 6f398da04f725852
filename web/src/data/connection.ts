import { useSyncExternalStore } from 'react'

/** `offline`: the browser has no network. `away`: the server does not respond. */
export type Connection = 'online' | 'offline' | 'away'

/** Delays between probes of the server, in milliseconds. The last one repeats. */
const PROBES = [2_000, 4_000, 8_000, 15_000]
/** Timeout of a probe, in milliseconds. */
const PROBE_TIMEOUT_MS = 2_500

const listeners = new Set<() => void>()
let state: Connection = 'online'
let probe = 0

function change(next: Connection): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** Call this for every response, errors included. */
export function noteReachable(): void {
  if (state === 'away') change('online')
}

/** Call this when a request gets no response. Probes the server until it responds. */
export function noteUnreachable(): void {
  if (state !== 'online' || typeof window === 'undefined') return
  if (navigator.onLine) {
    change('away')
    clearTimeout(probe)
    askAgain(0)
  } else change('offline')
}

function askAgain(tries: number): void {
  probe = window.setTimeout(
    async () => {
      const isThere = await isServerThere()
      if (state !== 'away') return
      if (isThere) change('online')
      else askAgain(tries + 1)
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

export function getConnection(): Connection {
  return state
}

export function onConnectionChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function useConnection(): Connection {
  return useSyncExternalStore(onConnectionChange, getConnection)
}

if (typeof window !== 'undefined') {
  if (!navigator.onLine) state = 'offline'
  window.addEventListener('offline', () => change('offline'))
  window.addEventListener('online', () => change('online'))
}
