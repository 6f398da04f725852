import { useEffect } from 'react'
import { type PageName, preloadWhenSettled } from './pages.ts'

/** Fetches these screens in the background. `names` is a constant. */
export function usePreload(names: readonly PageName[]): void {
  useEffect(() => preloadWhenSettled(names), [names])
}
