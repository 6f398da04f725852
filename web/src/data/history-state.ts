import { useLocation } from 'react-router'

/**
 * What a screen was like when it was left, kept for as long as the page lives: going back by the browser's history
 * finds the place again, while a link leads to a fresh screen. Every entry of the history has a key of its own.
 */
const values = new Map<string, unknown>()

export interface HistoryState<T> {
  /** What was kept at this entry of the history, if one has been here before. */
  saved: T | undefined
  save: (value: T) => void
}

/** The part called `name` of this place's memory. A name stands for one type. */
export function useHistoryState<T>(name: string): HistoryState<T> {
  const { key } = useLocation()
  const entry = `${key} ${name}`
  return { saved: values.get(entry) as T | undefined, save: (value) => void values.set(entry, value) }
}
