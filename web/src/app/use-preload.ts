import { useEffect } from 'react'
import { preloadWhenSettled, type ScreenName } from './screens.ts'

/** Fetches these screens in the background. `names` is a constant. */
export function usePreload(names: readonly ScreenName[]): void {
  useEffect(() => preloadWhenSettled(names), [names])
}
