import type { Sort } from '@quack/contract/rules/limits'
import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useHistoryState } from '../../data/cache/history-state.ts'
import { loadCode } from '../../data/code/load-code.ts'
import { isReadSort, leaveFeed, type Place, placeIn, readingOf } from '../../data/feed/place.ts'
import { beginVisit, returnToVisit } from '../../data/feed/visit.ts'
import { useViewer } from '../../data/members/members.ts'
import type { RowsView } from '../posts/list-place.ts'
import type { News } from './reading/news.ts'

/**
 * Each entry of the browser's history is a visit of the feed. A new one begins at the top, with the newest post; back and
 * forward lead to where the visit was left. Call it before the list is read.
 */
export function useVisit(sort: Sort, news: RefObject<News | null>, view: RefObject<RowsView | null>): void {
  const { key } = useLocation()
  const state = useHistoryState<Place | null>(`place ${sort}`)
  const resumes = useViewer()?.resumesHome === true
  const begun = useRef<Sort | null>(null)
  const scroll = useHistoryState<number>('scroll')
  const isOlder = useRef(false)
  const isLoadedAnew = useRef(false)
  const shown = useRef<{ key: string; sort: Sort } | null>(null)
  if (begun.current !== sort) {
    begun.current = sort
    isOlder.current = false
    if (isReadSort(sort)) {
      if (state.saved === undefined) isOlder.current = beginVisit(sort, { resumes })
      else isLoadedAnew.current = returnToVisit(sort, state.saved)
    }
  }
  useLayoutEffect(() => {
    if (!isReadSort(sort)) return
    // By then the page may be higher or lower. The list leads to the place.
    if (isLoadedAnew.current) scroll.save(0)
    isLoadedAnew.current = false
    return () => state.save(placeIn(sort))
  }, [key, sort])
  // Before the parts of the page are removed, one after the other.
  useLayoutEffect(() => {
    if (!isReadSort(sort)) return
    readingOf(sort).isOpen = true
    return () => leaveFeed(sort)
  }, [sort])
  useEffect(() => {
    const before = shown.current
    shown.current = { key, sort }
    if (!isReadSort(sort)) return
    const { saved } = state
    if (before?.sort !== sort) {
      if (isOlder.current && sort === 'latest') news.current?.refresh()
    } else if (before.key !== key) {
      // Home leads to Home, by its link or by the history.
      if (saved) void loadCode(() => import('./reading/go-on.ts')).then(({ goOn }) => goOn(sort, saved, view.current))
      else if (sort === 'latest') news.current?.goToTop()
      else window.scrollTo(0, 0)
    }
  }, [key, sort])
}
