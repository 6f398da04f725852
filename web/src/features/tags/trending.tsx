import { useIsFetching } from '@tanstack/react-query'
import { useEffect } from 'react'
import { postLists } from '../../data/cache/query-keys.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { useSuggestions } from '../../data/people-lists.ts'

/**
 * The tags that trend, in the page's heading, whose height does not change.
 * @param isReady whether the first posts have loaded: before them, neither code nor tags are
 */
export function TrendingInHeader({ isReady }: { isReady: boolean }) {
  const row = useOnDemand(() => import('./trending-tags.tsx'))
  useEffect(() => {
    if (isReady) row.open()
  }, [isReady])
  return row.module && <row.module.TrendingRow />
}

/** The tags that trend, below Who to follow: rendered once that has its height, so that nothing moves. */
export function TrendingBeside() {
  const { keys, error } = useSuggestions()
  const isBusy = useIsFetching({ queryKey: postLists.explore }) > 0
  const isReady = (keys !== undefined || error !== null) && !isBusy
  const panel = useOnDemand(() => import('./trending-tags.tsx'))
  useEffect(() => {
    if (isReady) panel.open()
  }, [isReady])
  return panel.module && <panel.module.TrendingPanel />
}
