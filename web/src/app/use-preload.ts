import { useEffect } from 'react'
import { preloadWhenSettled, type ScreenName } from './screens.ts'

/** Preloads screens in the background. `names` must be a constant: it is an effect dependency. */
export function usePreload(names: readonly ScreenName[]): void {
  useEffect(() => preloadWhenSettled(names), [names])
}
