import { useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useHistoryState } from '../data/history-state.ts'
import { focusMain } from '../ui/main-region.ts'
import { scrollBackTo } from './scroll-back-to.ts'

/**
 * Does on a path change what a browser does on a page load: scrolls to the top and focuses the main content, where
 * assistive technology then continues. Going back restores the scroll position.
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
