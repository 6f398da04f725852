import { createStore, useStore } from '../../store.ts'
import { NetworkError, OutdatedError } from '../api/api-errors.ts'
import { noteUnreachable } from '../api/connection.ts'

/**
 * Runs a dynamic `import()`. Throws OutdatedError if the server has a newer release, whose chunks have other names, and
 * otherwise NetworkError.
 */
export async function loadCode<Code>(load: () => Promise<Code>): Promise<Code> {
  try {
    return await load()
  } catch (error) {
    if (!(await noteIfOutdated())) throw new NetworkError(error)
    throw new OutdatedError(error)
  }
}

/** Offers to reload if the server has a newer release. Returns whether it has. */
export async function noteIfOutdated(): Promise<boolean> {
  const found = await hasNewer()
  if (found) markOutdated()
  return found
}

/** Whether the server's page now has another entry script than this one. */
async function hasNewer(): Promise<boolean> {
  const entry = document.querySelector('script[type="module"][src]')?.getAttribute('src')
  try {
    const answer = await fetch('/', { cache: 'no-store' })
    return answer.ok && !!entry && !(await answer.text()).includes(entry)
  } catch {
    noteUnreachable()
    return false
  }
}

/** Whether the server has a newer release than this page, whose chunks may no longer exist. */
const isOutdated = createStore(false)

function markOutdated(): void {
  isOutdated.set(true)
}

export function useIsOutdated(): boolean {
  return useStore(isOutdated)
}

const KEY = 'reloaded-at'
/** Two reloads within this time, in milliseconds, count as a reload loop. */
const CIRCLE_MS = 30_000

/** Reloads the page to get the newer release. Returns false if a recent reload did not help, or storage is blocked. */
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
