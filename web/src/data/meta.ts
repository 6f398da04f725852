import { useQuery } from '@tanstack/react-query'
import { call } from './api/api.ts'
import { queryKeys } from './cache/query-keys.ts'

/** Public facts about this installation. */
export function useMeta() {
  return useQuery({
    queryKey: queryKeys.meta,
    queryFn: ({ signal }) => call('GET /api/meta', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
