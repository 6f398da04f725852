import { EXPLORE_LOADER_MS, EXPLORE_STEP } from '@quack/contract/rules/limits'
import { type RefCallback, useEffect, useEffectEvent, useState } from 'react'
import { useHistoryState } from '../../data/cache/history-state.ts'
import type { KeyList } from '../../data/cache/use-key-list.ts'
import { useInView } from '../../ui/use-viewport.ts'

export interface Reveal {
  /** How many posts are revealed. */
  shown: number
  /** Goes after the last revealed post. Use `shown` as its key, so that it is observed again after each step. */
  sentinel: RefCallback<Element>
  /** Whether the loader is still shown for the last step. */
  isFresh: boolean
}

/** Reveals a list in steps, whenever the sentinel comes into view. Loads the next page before it is needed. */
export function useReveal({ keys, hasMore, isLoadingMore, hasMoreFailed, loadMore }: KeyList): Reveal {
  const historyState = useHistoryState<number>('revealed')
  const [shown, setShown] = useState<number>(historyState.saved ?? EXPLORE_STEP)
  const [sentinel, isInView] = useInView()
  const total = keys?.length ?? 0
  /** Every step and every page restarts the loader's timer. */
  const step = `${shown} of ${total}`
  const [settled, setSettled] = useState('')
  const isDue = isInView && shown < total
  const needsMore = keys !== undefined && hasMore && !isLoadingMore && !hasMoreFailed && total - shown < AHEAD

  useEffect(() => {
    if (isDue) setShown((before) => before + EXPLORE_STEP)
  }, [isDue])
  useEffect(() => historyState.save(shown), [historyState, shown])
  useEffect(() => {
    const timer = setTimeout(() => setSettled(step), EXPLORE_LOADER_MS)
    return () => clearTimeout(timer)
  }, [step])
  const load = useEffectEvent(loadMore)
  useEffect(() => {
    if (needsMore) load()
  }, [needsMore])

  return { shown, sentinel, isFresh: settled !== step }
}

/** How many posts should be loaded beyond those revealed. */
const AHEAD = 5
