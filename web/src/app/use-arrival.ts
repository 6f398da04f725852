import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { focusMain } from '../ui/main-region.ts'

/**
 * Does on a change of path what a browser does on a new page: scrolls to the top, and starts the focus at the page's
 * content, so that assistive technology goes on there.
 */
export function useArrival(): void {
  const { pathname } = useLocation()
  const known = useRef<string | null>(null)
  useLayoutEffect(() => {
    const isFirst = known.current === null
    if (known.current === pathname) return
    known.current = pathname
    window.scrollTo(0, 0)
    if (!isFirst) focusMain()
  }, [pathname])
}
