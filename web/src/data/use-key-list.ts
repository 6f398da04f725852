import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { flattenKeys, type KeyPage, type KeyPages, trimList } from './pages.ts'

/** A list as screens need it. `loadMore` may be called at any time and as often as one likes. */
export interface KeyList {
  /** Undefined until the first page is there. */
  keys: readonly string[] | undefined
  error: Error | null
  hasMore: boolean
  isLoadingMore: boolean
  /** The last page asked for did not come; `loadMore` tries again. */
  hasMoreFailed: boolean
  loadMore: () => void
  retry: () => void
}

export interface KeyListOptions {
  queryKey: QueryKey
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<KeyPage>
  enabled?: boolean
  staleTime?: number
}

export function useKeyList({ queryKey, fetchPage, enabled = true, staleTime }: KeyListOptions): KeyList {
  const query = useInfiniteQuery<KeyPage, Error, KeyPages, QueryKey, string | undefined>({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.nextCursor,
    enabled,
    ...(staleTime === undefined ? {} : { staleTime }),
  })
  const keyText = JSON.stringify(queryKey)
  useEffect(
    // Later, when the query knows that nobody looks at it any more.
    () => () => queueMicrotask(() => trimList(JSON.parse(keyText) as QueryKey)),
    [keyText],
  )

  const keys = useMemo(() => query.data && flattenKeys(query.data), [query.data])
  return {
    keys,
    // Trying again looks like the first try.
    error: query.data || query.isFetching ? null : query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    hasMoreFailed: query.isFetchNextPageError && !query.isFetchingNextPage,
    loadMore: () => {
      if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
    },
    retry: () => void query.refetch(),
  }
}
