import type { Sort } from '@quack/contract/rules/limits'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useHistoryState } from '../../data/cache/history-state.ts'
import { loadCode } from '../../data/code/load-code.ts'
import { isReadSort, leaveFeed, type Place, placeIn, readingOf } from '../../data/feed/place.ts'
import { beginVisit, planVisit, type Visit } from '../../data/feed/visit.ts'
import { useViewer } from '../../data/members/members.ts'
import type { RowsView } from '../posts/list-place.ts'
import type { News } from './news-pill.tsx'

/**
 * Each entry of the browser's history is a visit of the feed. A new one begins at the top, with the newest post, or by
 * the member's setting where they have stopped; back and forward lead to where the visit was left.
 * @returns the visit. Until it has begun, in the effects of its first render, the page shows what it will change.
 */
export function useVisit(sort: Sort, news: RefObject<News | null>, view: RefObject<RowsView | null>): Visit {
  const { key } = useLocation()
  const state = useHistoryState<Place | null>(`place ${sort}`)
  const resumes = useViewer()?.resumesHome === true
  const [begun, setBegun] = useState<Visit | null>(null)
  const scroll = useHistoryState<number>('scroll')
  const shown = useRef<{ key: string; sort: Sort } | null>(null)
  const visit = begun?.sort === sort ? begun : planVisit(sort, state.saved, { resumes })
  useLayoutEffect(() => {
    if (visit === begun) return
    // By then the page may be higher or lower. The list leads to the place.
    if (visit.isAnew && state.saved !== undefined) scroll.save(0)
    beginVisit(visit)
    setBegun({ sort: visit.sort, reading: {} })
  }, [visit, begun, state, scroll])
  useLayoutEffect(() => {
    if (!isReadSort(sort)) return
    return () => state.save(placeIn(sort))
  }, [state, sort])
  // Before the parts of the page are removed, one after the other.
  useLayoutEffect(() => {
    if (!isReadSort(sort)) return
    readingOf(sort).isOpen = true
    return () => leaveFeed(sort)
  }, [sort])
  const { isOlder } = visit
  useEffect(() => {
    const before = shown.current
    shown.current = { key, sort }
    if (!isReadSort(sort)) return
    const { saved } = state
    if (before?.sort !== sort) {
      if (isOlder && sort === 'latest') news.current?.refresh()
    } else if (before.key !== key) {
      // Home leads to Home, by its link or by the history.
      if (saved)
        void loadCode(() => import('./reading/continue.ts')).then(({ goOn }) => goOn(sort, saved, view.current))
      else if (sort === 'latest') news.current?.goToTop()
      else window.scrollTo(0, 0)
    }
  }, [key, sort, state, isOlder, news, view])
  return visit
}
