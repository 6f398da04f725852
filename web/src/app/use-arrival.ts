import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useHistoryState } from '../data/history-state.ts'
import { focusMain } from '../ui/main-region.ts'
import { scrollBackTo } from './scroll-back-to.ts'

/**
 * Does on a change of path what a browser does on a new page: scrolls to the top, and starts the focus at the page's
 * content, so that assistive technology goes on there. Going back leads to where one was.
 */
export function useArrival(): void {
  const { pathname, key } = useLocation()
  const historyState = useHistoryState<number>('scroll')
  const known = useRef<string | null>(null)

  useLayoutEffect(() => {
    const isFirst = known.current === null
    if (known.current === pathname) return
    known.current = pathname
    window.scrollTo(0, 0)
    if (!isFirst) focusMain()
    if (historyState.saved) return scrollBackTo(historyState.saved)
  }, [pathname])

  useLayoutEffect(() => {
    const remember = () => historyState.save(window.scrollY)
    remember()
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])
}
