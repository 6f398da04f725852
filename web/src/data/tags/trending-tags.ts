import type { TrendingTag } from '@quack/contract'
import { useQuery } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { queryKeys } from '../cache/query-keys.ts'

/** The tags that most members have used in the last day. None while they load, and after a failure. */
export function useTrendingTags(enabled = true): readonly TrendingTag[] {
  const { data = [] } = useQuery({
    queryKey: queryKeys.trendingTags,
    queryFn: async ({ signal }) => (await call('GET /api/trending-tags', {}, { signal })).tags,
    retry: false,
    enabled,
  })
  return data
}
