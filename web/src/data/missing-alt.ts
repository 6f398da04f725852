import { useSyncExternalStore } from 'react'

/** Posts that were made on this page with media that nobody has described; a reload forgets them. */
const ids = new Set<string>()
const listeners = new Set<() => void>()

export function addMissingAlt(id: string): void {
  ids.add(id)
  for (const listener of listeners) listener()
}

export function dismissMissingAlt(id: string): void {
  ids.delete(id)
  for (const listener of listeners) listener()
}

export function useIsMissingAlt(id: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => ids.has(id),
  )
}
