import { useIsFetching } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { postLists } from '../../data/cache/query-keys.ts'
import { useOnDemand } from '../../data/code/use-on-demand.ts'
import { useSuggestions } from '../../data/members/people-lists.ts'
import { useTrendingTags } from '../../data/tags/trending-tags.ts'

/**
 * The tags that trend, for a page without an aside. Null until there are some, and the code of their panel.
 * @param isWanted whether what comes before has loaded: before that, neither code nor tags are
 */
export function useTrending(isWanted: boolean): ReactNode {
  const panel = useOnDemand(() => import('./trending-tags.tsx'))
  const tags = useTrendingTags(isWanted)
  const hasTags = tags.length > 0
  useEffect(() => {
    if (isWanted && hasTags) panel.open()
  }, [isWanted, hasTags])
  return panel.module && hasTags ? <panel.module.TrendingPanel /> : null
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
