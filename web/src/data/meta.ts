import { useQuery } from '@tanstack/react-query'
import { call } from './api.ts'

/** Public facts about this installation. */
export function useMeta() {
  return useQuery({
    queryKey: ['meta'],
    queryFn: ({ signal }) => call('GET /api/meta', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
