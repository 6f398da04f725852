import { createStore, useStore } from '../../store.ts'

/** Whether the server has a newer release than this page, whose chunks may no longer exist. */
const isOutdated = createStore(false)

export function markOutdated(): void {
  isOutdated.set(true)
}

export function useIsOutdated(): boolean {
  return useStore(isOutdated)
}

const KEY = 'reloaded-at'
/** Two reloads within this time, in milliseconds, count as a reload loop. */
const CIRCLE_MS = 30_000

/** Reloads the page to get the newer release. Returns false if a recent reload did not help. */
export function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < CIRCLE_MS) return false
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    // Without storage a reload loop cannot be detected.
    return false
  }
  window.location.reload()
  return true
}
