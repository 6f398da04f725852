import { type QueryKey, useInfiniteQuery } from '@tanstack/react-query'
import { type More, moreOf } from './use-key-list.ts'

/** Entries per page. */
const LIMIT = 20

export interface PageRequest {
  readonly limit: number
  readonly cursor?: string
}

export interface Pages<Entry> extends More {
  /** Undefined until the first page has loaded. */
  entries: readonly Entry[] | undefined
  error: Error | null
  retry: () => void
}

/** A list that grows page by page, for entries that are shown in this list alone. Refetched on every mount. */
export function usePages<Entry>(
  queryKey: QueryKey,
  fetchPage: (query: PageRequest, signal: AbortSignal) => Promise<{ entries: Entry[]; nextCursor: string | null }>,
): Pages<Entry> {
  const query = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam, signal }) =>
      fetchPage({ limit: LIMIT, ...(pageParam === undefined ? {} : { cursor: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.nextCursor ?? undefined,
    select: ({ pages }): Entry[] => pages.flatMap((page) => page.entries),
    staleTime: 0,
  })
  return { entries: query.data, error: query.error, retry: () => void query.refetch(), ...moreOf(query) }
}
