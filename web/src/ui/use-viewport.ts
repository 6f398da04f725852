import { type RefCallback, useCallback, useState, useSyncExternalStore } from 'react'

/** Whether an element is in the viewport, or within `margin` of it. */
export function useInView(margin = '0px'): [RefCallback<Element>, boolean] {
  const [isInView, setInView] = useState(false)
  const ref = useCallback(
    (element: Element | null) => {
      if (!element) return
      const observer = new IntersectionObserver((entries) => setInView(entries.some((entry) => entry.isIntersecting)), {
        rootMargin: margin,
      })
      observer.observe(element)
      return () => {
        observer.disconnect()
        setInView(false)
      }
    },
    [margin],
  )
  return [ref, isInView]
}

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
