import {
  infiniteQueryOptions,
  type QueryKey,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query'
import { useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigationType } from 'react-router'
import { countHidden, flattenKeys, type KeyPage, type KeyPages, trimList } from './key-pages.ts'
import { oldestCopy, queryClient } from './query-client.ts'

/** How a list goes on after its loaded part. */
export interface More {
  hasMore: boolean
  isLoadingMore: boolean
  /** Loading the next page failed. `loadMore` tries again. */
  hasMoreFailed: boolean
  /** May be called at any time, any number of times. */
  loadMore: () => void
}

type InfiniteQuery = Pick<
  UseInfiniteQueryResult,
  'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>

export const moreOf = (query: InfiniteQuery): More => ({
  hasMore: query.hasNextPage,
  isLoadingMore: query.isFetchingNextPage,
  hasMoreFailed: query.isFetchNextPageError && !query.isFetchingNextPage,
  loadMore: () => {
    if (query.hasNextPage && !query.isFetchingNextPage) void query.fetchNextPage()
  },
})

/** A list as screens use it. */
export interface KeyList extends More {
  /** Undefined until the first page has loaded. */
  keys: readonly string[] | undefined
  error: Error | null
  /** How many entries the server has left out so far: the viewer may not see them. */
  hiddenCount: number
  /** Undefined until the first page has loaded. */
  pages: readonly KeyPage[] | undefined
  lastPage: KeyPage | undefined
  /** When the server sent what is shown from a copy on this device, in milliseconds. Undefined if nothing is. */
  savedAt: number | undefined
  retry: () => void
}

export interface KeyListOptions {
  queryKey: QueryKey
  fetchPage: (cursor: string | undefined, signal: AbortSignal) => Promise<KeyPage>
  enabled?: boolean
  staleTime?: number
  /** As `keepsPlace`, but only when the browser's history leads back: otherwise it is trimmed, and may be refetched. */
  restoresOnBack?: boolean
  /** Whether every visit shows the list as it was left. It is fetched again only after an invalidation. */
  keepsPlace?: boolean
}

function toQuery({ queryKey, fetchPage }: Pick<KeyListOptions, 'queryKey' | 'fetchPage'>) {
  return infiniteQueryOptions<KeyPage, Error, KeyPages, QueryKey, string | undefined>({
    queryKey,
    queryFn: ({ pageParam, signal }) => fetchPage(pageParam, signal),
    initialPageParam: undefined,
    getNextPageParam: (last) => last.nextCursor,
  })
}

/** Prefetches a list's first page, before its screen is rendered. Returns its keys, none if that failed. */
export async function readKeyListAhead(options: KeyListOptions): Promise<readonly string[]> {
  await queryClient.prefetchInfiniteQuery(toQuery(options))
  return queryClient.getQueryData<KeyPages>(options.queryKey)?.pages[0]?.keys ?? []
}

export function useKeyList(options: KeyListOptions): KeyList {
  const { queryKey, enabled = true, staleTime, restoresOnBack = false, keepsPlace = false } = options
  const isReturn = (useNavigationType() === 'POP' && restoresOnBack) || keepsPlace
  const begun = useRef('')
  const [, setBegun] = useState('')
  const keyText = JSON.stringify(queryKey)
  // Before the list is painted, and before it is fetched again, which a passive effect does.
  useLayoutEffect(() => {
    if (begun.current === keyText) return
    begun.current = keyText
    if (!isReturn && trimList(queryKey)) setBegun(keyText)
  }, [keyText, isReturn, queryKey])
  const query = useInfiniteQuery({
    ...toQuery(options),
    enabled,
    refetchOnMount: (query) => !isReturn || query.state.isInvalidated,
    ...(staleTime === undefined ? {} : { staleTime }),
  })

  const keys = useMemo(() => query.data && flattenKeys(query.data), [query.data])
  return {
    keys,
    // A retry looks like the first load.
    error: query.data || query.isFetching ? null : query.error,
    hiddenCount: countHidden(query.data?.pages),
    pages: query.data?.pages,
    lastPage: query.data?.pages.at(-1),
    savedAt: oldestCopy(query.data),
    ...moreOf(query),
    retry: () => void query.refetch(),
  }
}
