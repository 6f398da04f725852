import { EXPLORE_LOADER_MS, EXPLORE_STEP } from '@quack/contract/limits'
import { type RefCallback, useEffect, useState } from 'react'
import { useHistoryState } from '../../data/history-state.ts'
import type { KeyList } from '../../data/use-key-list.ts'
import { useInView } from '../../ui/use-in-view.ts'

export interface Reveal {
  /** How many posts may be seen. */
  shown: number
  /** Stands behind the last of them. Give it `shown` as its key: what is in view is measured anew after each step. */
  sentinel: RefCallback<Element>
  /** Whether the loader's time after the last step is not over yet. */
  isFresh: boolean
}

/** Reveals a list step by step, whenever the sentinel comes into view; asks for the next page before it is needed. */
export function useReveal({ keys, hasMore, isLoadingMore, hasMoreFailed, loadMore }: KeyList): Reveal {
  const historyState = useHistoryState<number>('revealed')
  const [shown, setShown] = useState<number>(historyState.saved ?? EXPLORE_STEP)
  const [isFresh, setFresh] = useState(true)
  const [sentinel, isInView] = useInView()
  const total = keys?.length ?? 0
  const isDue = isInView && shown < total
  const needsMore = keys !== undefined && hasMore && !isLoadingMore && !hasMoreFailed && total - shown < AHEAD

  useEffect(() => {
    if (isDue) setShown((before) => before + EXPLORE_STEP)
  }, [isDue])
  useEffect(() => historyState.save(shown), [shown])
  // Every step and every page starts the loader's time anew
  useEffect(() => {
    setFresh(true)
    const timer = setTimeout(() => setFresh(false), EXPLORE_LOADER_MS)
    return () => clearTimeout(timer)
  }, [shown, total])
  // Not on loadMore, which is a new function each time; the need is what counts
  useEffect(() => {
    if (needsMore) loadMore()
  }, [needsMore])

  return { shown, sentinel, isFresh }
}

/** Posts that should be at hand beyond those shown. */
const AHEAD = 5
