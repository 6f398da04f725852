import { useSyncExternalStore } from 'react'

/** Whether a media query matches, kept current. For elements that must not be rendered, rather than hidden by CSS. */
export function useMediaQuery(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const list = window.matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    () => window.matchMedia(query).matches,
  )
}
