import { useSyncExternalStore } from 'react'

/** Whether this page is of an older release than the server, and has met a part that is no longer there. */
let isOutdated = false
const listeners = new Set<() => void>()

export function markOutdated(): void {
  isOutdated = true
  for (const listener of listeners) listener()
}

export function useIsOutdated(): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => isOutdated,
  )
}

const KEY = 'reloaded-at'
/** Two reloads within this time, in milliseconds, would be going in circles. */
const CIRCLE_MS = 30_000

/** Loads the page again, which brings the newer release. False if that was just done and did not help. */
export function reloadOnce(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(KEY)) < CIRCLE_MS) return false
    sessionStorage.setItem(KEY, String(Date.now()))
  } catch {
    // Without storage nobody can tell whether it would go in circles.
    return false
  }
  window.location.reload()
  return true
}
