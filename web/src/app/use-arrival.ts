import { useEffectEvent, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { historyStateAt } from '../data/cache/history-state.ts'
import { patterns } from '../paths.ts'
import { focusMain } from '../ui/focus.ts'

/**
 * Does on a path change what a browser does on a page load: scrolls to the top and focuses the main content, where
 * assistive technology then continues. Going back restores the scroll position. Each search is a page of its own, but
 * keeps the focus: on the field, a filter or a tab.
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

/** How long a cached page may take to grow to its full height, in milliseconds. */
const PATIENCE_MS = 3_000
const MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

/** Scrolls to `top` once the page is tall enough, unless the user scrolls first. Returns a function that cancels. */
function scrollBackTo(top: number): () => void {
  const isThere = () => {
    window.scrollTo(0, top)
    return Math.abs(window.scrollY - top) <= 1
  }
  if (isThere()) return () => undefined
  const observer = new ResizeObserver(() => {
    if (isThere()) stop()
  })
  const timer = setTimeout(stop, PATIENCE_MS)
  function stop() {
    clearTimeout(timer)
    observer.disconnect()
    for (const move of MOVES) window.removeEventListener(move, stop)
  }
  observer.observe(document.body)
  for (const move of MOVES) window.addEventListener(move, stop, { passive: true })
  return stop
}
