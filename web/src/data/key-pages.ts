import type { InfiniteData, QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/** A list is pages of keys: post ids or usernames. What they stand for lives elsewhere, once. */
export interface KeyPage {
  keys: string[]
  nextCursor: string | null
}

export type KeyPages = InfiniteData<KeyPage, string | undefined>

/** Entries asked for at a time. */
export const PAGE_SIZE = 20

/** How every list of posts asks for its first page; start/begin-reads.ts does so too. */
export const firstPage = { limit: PAGE_SIZE, embed: 0 } as const

/** All keys in order, each once: an entry put on top by hand may come again from the server. */
export function flattenKeys(data: KeyPages): string[] {
  return [...new Set(data.pages.flatMap((page) => page.keys))]
}

/** Rewrites the keys of every loaded list under this key; a list that stays the same does not render again. */
export function editLists(queryKey: QueryKey, edit: (keys: string[], page: number, last: boolean) => string[]): void {
  queryClient.setQueriesData<KeyPages>({ queryKey }, (data) => {
    if (!data) return data
    const pages = data.pages.map((page, index) => {
      const isEnd = index === data.pages.length - 1 && page.nextCursor === null
      const keys = edit(page.keys, index, isEnd)
      return keys === page.keys ? page : { ...page, keys }
    })
    return pages.every((page, index) => page === data.pages[index]) ? data : { ...data, pages }
  })
}

export function withoutKey(keys: string[], key: string): string[] {
  return keys.includes(key) ? keys.filter((entry) => entry !== key) : keys
}

/** Puts a key at the top of every loaded list under this key. */
export function prependToLists(queryKey: QueryKey, key: string): void {
  editLists(queryKey, (keys, page) => (page === 0 ? [key, ...withoutKey(keys, key)] : withoutKey(keys, key)))
}

/** Puts a key at the end of those lists that are loaded to their end. */
export function appendToLists(queryKey: QueryKey, key: string): void {
  editLists(queryKey, (keys, _, isEnd) => (isEnd && !keys.includes(key) ? [...keys, key] : keys))
}

export function dropFromLists(queryKey: QueryKey, key: string): void {
  editLists(queryKey, (keys) => withoutKey(keys, key))
}

/** Takes a key out of a list; the first one from `start` on that is fit for it moves to its place. */
export function replaceKey(queryKey: QueryKey, key: string, start: number, isFit: (key: string) => boolean): void {
  const data = queryClient.getQueryData<KeyPages>(queryKey)
  const next = data && flattenKeys(data).slice(start).find(isFit)
  editLists(queryKey, (keys) =>
    withoutKey(keys, next ?? key).flatMap((entry) => (entry === key && next !== undefined ? [next] : [entry])),
  )
}

/** Forgets all but the first page of a list nobody looks at: a fresh visit reads it from its top, and it is cheap to refresh. */
export function trimList(queryKey: QueryKey): void {
  const query = queryClient.getQueryCache().find<KeyPages>({ queryKey, exact: true })
  if (!query || query.getObserversCount() > 0) return
  queryClient.setQueryData<KeyPages>(
    queryKey,
    (data) => data && { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) },
    // Trimming is no news: the list stays as old as it was.
    { updatedAt: query.state.dataUpdatedAt },
  )
}
