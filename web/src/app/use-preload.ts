import { useEffect } from 'react'
import { type PageName, preloadWhenIdle } from './pages.ts'

/** Fetches these screens in the background. `names` is a constant. */
export function usePreload(names: readonly PageName[]): void {
  useEffect(() => preloadWhenIdle(names), [names])
}
