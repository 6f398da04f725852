import { useQuery } from '@tanstack/react-query'
import { call } from '../api/api.ts'
import { queryKeys } from '../cache/query-keys.ts'

/** Public facts about this installation. */
export function useMeta() {
  return useQuery({
    queryKey: queryKeys.meta,
    queryFn: ({ signal }) => call('GET /api/meta', {}, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Whether somebody moderates this installation. Without that, nothing can be reported. */
export function useIsModerated(): boolean {
  return useMeta().data?.moderated === true
}

/** The rules and the about text of the installation. */
export function useAbout() {
  return useQuery({
    queryKey: queryKeys.about,
    queryFn: ({ signal }) => call('GET /api/about', {}, { signal }),
  })
}
