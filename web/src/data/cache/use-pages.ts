import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'

/** Entries per page. */
const LIMIT = 20

export interface PageRequest {
  readonly limit: number
  readonly cursor?: string
}

/** A list that grows page by page, for entries that are shown in this list alone. Refetched on every mount. */
export function usePages<Entry>(
  queryKey: QueryKey,
  fetchPage: (query: PageRequest, signal: AbortSignal) => Promise<{ entries: Entry[]; nextCursor: string | null }>,
) {
  return useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ limit: LIMIT, ...(pageParam === undefined ? {} : { cursor: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    select: ({ pages }): Entry[] => pages.flatMap((page) => page.entries),
    staleTime: 0,
  })
}

export type Pages<Entry> = Pick<
  ReturnType<typeof usePages<Entry>>,
  'data' | 'error' | 'refetch' | 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'fetchNextPage'
>
