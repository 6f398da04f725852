import { useLocation } from 'react-router'

/**
 * What a screen was like when it was left, kept for as long as the page lives: going back by the browser's history
 * finds the place again, while a link leads to a fresh screen. Every entry of the history has a key of its own.
 */
const kept = new Map<string, unknown>()

export interface PlaceMemory<T> {
  /** What was kept at this entry of the history, if one has been here before. */
  found: T | undefined
  keep: (value: T) => void
}

/** The part called `name` of this place's memory. A name stands for one type. */
export function usePlaceMemory<T>(name: string): PlaceMemory<T> {
  const { key } = useLocation()
  const entry = `${key} ${name}`
  return { found: kept.get(entry) as T | undefined, keep: (value) => void kept.set(entry, value) }
}
