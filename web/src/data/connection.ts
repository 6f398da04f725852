import { useSyncExternalStore } from 'react'

/** Whether anything can be had: `offline` is a browser without a network, `away` a server that does not answer. */
export type Connection = 'online' | 'offline' | 'away'

/** How long to wait before asking the server again whether it is there, in milliseconds; the last one repeats. */
const PROBES = [2_000, 4_000, 8_000, 15_000]
/** A probe without an answer for so long has failed, in milliseconds. */
const PROBE_TIMEOUT_MS = 2_500
/** Before a first look at the server, in milliseconds: one that restarts is back by then. */
const GRACE_MS = 1_000
/** What is added to it at most: browsers that lost the server together do not all ask at the same moment. */
const SPREAD_MS = 500

const listeners = new Set<() => void>()
let state: Connection = 'online'
let timer = 0
/** How many answers came, to tell whether one did while a probe was under way. */
let answers = 0

function change(next: Connection): void {
  if (next === state) return
  state = next
  for (const listener of listeners) listener()
}

/** An answer came, whatever it says. */
export function noteAnswer(): void {
  answers += 1
  clearTimeout(timer)
  timer = 0
  if (state === 'away') change('online')
}

/** None came. Until one does, the server is asked again and again, so that the person need not. */
export function noteSilence(): void {
  if (state !== 'online' || typeof window === 'undefined') return
  if (navigator.onLine) {
    change('away')
    askAgain(0)
  } else change('offline')
}

/** There is reason for doubt: a connection broke, or none was held for a while. Asks, unless an answer comes first. */
export function checkSoon(): void {
  // A further reason does not put it off.
  if (state !== 'online' || timer !== 0) return
  ask(GRACE_MS + Math.random() * SPREAD_MS, (isThere) => {
    if (!isThere) noteSilence()
  })
}

function askAgain(tries: number): void {
  ask(PROBES[Math.min(tries, PROBES.length - 1)], (isThere) => {
    if (state !== 'away') return
    if (isThere) noteAnswer()
    else askAgain(tries + 1)
  })
}

/** Asks the server after a while whether it is there. Another answer that comes meanwhile says so too. */
function ask(waitMs: number | undefined, then: (isThere: boolean) => void): void {
  clearTimeout(timer)
  timer = window.setTimeout(async () => {
    timer = 0
    const before = answers
    const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS)
    const isThere = await fetch('/healthz', { cache: 'no-store', signal }).then(
      ({ ok }) => ok,
      () => false,
    )
    then(isThere || answers > before)
  }, waitMs)
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
  // A hidden page holds no stream of events, which would have broken.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checkSoon()
  })
}
