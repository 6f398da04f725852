import { useSyncExternalStore } from 'react'

/** Ids of posts made since the page load whose media have no description. Not stored. */
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
