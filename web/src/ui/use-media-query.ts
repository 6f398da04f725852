import { useSyncExternalStore } from 'react'

/** The width from which there is an aside beside the page. */
export const HAS_ASIDE = '(min-width: 1024px)'

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
