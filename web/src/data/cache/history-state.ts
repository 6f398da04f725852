import { useMemo } from 'react'
import { useLocation } from 'react-router'
import { createMemberState } from '../api/member-state.ts'

/**
 * The state of screens by entry of the browser's history, in memory. Going back restores it; a link opens a fresh
 * screen, because every entry has its own key.
 */
const values = createMemberState(() => new Map<string, unknown>())

export interface HistoryState<T> {
  /** The value saved at this history entry, if any. Read each time. */
  readonly saved: T | undefined
  save: (value: T) => void
}

/** The value called `name` at the history entry with this key. A name must always have the same type. */
export function historyStateAt<T>(key: string, name: string): HistoryState<T> {
  const entry = `${key} ${name}`
  return {
    get saved() {
      return values().get(entry) as T | undefined
    },
    save: (value) => void values().set(entry, value),
  }
}

/** The same at the current history entry. Another object only at another entry. */
export function useHistoryState<T>(name: string): HistoryState<T> {
  const { key } = useLocation()
  return useMemo(() => historyStateAt<T>(key, name), [key, name])
}
