import { useIsFetching } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { postLists } from '../../data/cache/query-keys.ts'
import { useCode } from '../../data/code/use-on-demand.ts'
import { useSuggestions } from '../../data/members/people-lists.ts'
import { useTrendingTags } from '../../data/tags/trending-tags.ts'

/**
 * The tags that trend, for a page without an aside. Null until there are some, and the code of their panel.
 * @param isWanted whether what comes before has loaded: before that, neither code nor tags are
 */
export function useTrending(isWanted: boolean): ReactNode {
  const tags = useTrendingTags(isWanted)
  const hasTags = tags.length > 0
  const panel = useCode(() => import('./trending-tags.tsx'), isWanted && hasTags)
  return panel && hasTags ? <panel.TrendingPanel /> : null
}

/** The tags that trend, below Who to follow: rendered once that has its height, so that nothing moves. */
export function TrendingBeside() {
  const { keys, error } = useSuggestions()
  const isBusy = useIsFetching({ queryKey: postLists.explore }) > 0
  const isReady = (keys !== undefined || error !== null) && !isBusy
  const panel = useCode(() => import('./trending-tags.tsx'), isReady)
  return panel && <panel.TrendingPanel />
}
