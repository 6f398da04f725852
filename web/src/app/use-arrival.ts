import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { historyStateAt } from '../data/cache/history-state.ts'
import { patterns } from '../paths.ts'
import { focusMain } from '../ui/main-region.ts'
import { scrollBackTo } from './scroll-back-to.ts'

/**
 * Does on a path change what a browser does on a page load: scrolls to the top and focuses the main content, where
 * assistive technology then continues. Going back restores the scroll position. Each search is a page of its own, but keeps
 * the focus: on the field, a filter or a tab.
 */
export function useArrival(): void {
  const { pathname, search, key } = useLocation()
  const known = useRef<{ page: string; pathname: string } | null>(null)

  const arriveAt = useEffectEvent((page: string) => {
    const before = known.current
    if (before?.page === page) return
    known.current = { page, pathname }
    window.scrollTo(0, 0)
    if (before && before.pathname !== pathname) focusMain()
    const historyState = historyStateAt<number>(key, 'scroll')
    // Read now: a list on the page may have been laid out, and have said where it begins.
    if (historyState.saved) return scrollBackTo(historyState.saved)
    // A page that has just been loaded is at its top. Reading its position would lay it out.
    if (!before) historyState.save(0)
  })
  const page = pathname === patterns.search ? pathname + search : pathname
  useLayoutEffect(() => arriveAt(page), [page])

  useLayoutEffect(() => {
    const historyState = historyStateAt<number>(key, 'scroll')
    const remember = () => historyState.save(window.scrollY)
    if (historyState.saved === undefined) remember()
    window.addEventListener('scroll', remember, { passive: true })
    return () => window.removeEventListener('scroll', remember)
  }, [key])
}
