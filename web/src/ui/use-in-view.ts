import { type RefCallback, useCallback, useState } from 'react'

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
