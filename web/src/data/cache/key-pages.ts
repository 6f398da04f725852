import { type InfiniteData, notifyManager, type Query, type QueryKey } from '@tanstack/react-query'
import { queryClient } from './query-client.ts'

/** A list is pages of keys: ids of posts or reposts, or usernames. The entities are stored once, elsewhere. */
export interface KeyPage {
  keys: string[]
  nextCursor: string | null
  /** How many entries the server has left out of this page. */
  hiddenCount?: number
  /** How many entries directly above this page are not loaded. Without it, it follows the page above. */
  gapAbove?: number
  /** On the first page: how many of those above it are new to the viewer. */
  newCount?: number
  /** For posts that a search has found. */
  search?: { searchedTo: string | null; indexedFrom: string | null; languages?: string[] | undefined }
  /** When the server sent a page that is a copy on this device, in milliseconds. */
  savedAt?: number
}

export type KeyPages = InfiniteData<KeyPage, string | undefined>

/** Entries per page. */
export const PAGE_SIZE = 20

/** What the query of a list's first page of posts begins with. start/begin-reads.ts sends the same. */
export const firstPage = { limit: PAGE_SIZE, embed: 0 } as const

/** All keys in order, each once: the server may return an entry again that was prepended locally. */
export function flattenKeys(data: KeyPages): string[] {
  return [...new Set(data.pages.flatMap((page) => page.keys))]
}

/** How many entries the server has left out of these pages. */
export function countHidden(pages: readonly { hiddenCount?: number }[] = []): number {
  return pages.reduce((total, { hiddenCount = 0 }) => total + hiddenCount, 0)
}

/** Edits the keys of every loaded list under this query key. An unchanged list does not render again. */
export function editLists(queryKey: QueryKey, edit: (keys: string[], page: number, last: boolean) => string[]): void {
  notifyManager.batch(() => {
    for (const query of queryClient.getQueryCache().findAll({ queryKey }) as Query<KeyPages>[]) {
      const { data } = query.state
      if (!data) continue
      const pages = data.pages.map((page, index) => {
        const isEnd = index === data.pages.length - 1 && page.nextCursor === null
        const keys = edit(page.keys, index, isEnd)
        return keys === page.keys ? page : { ...page, keys }
      })
      if (pages.some((page, index) => page !== data.pages[index])) putList(query, { ...data, pages })
    }
  })
}

/** Stores an edited list. Without this, an edit would undo an invalidation: the list would not be fetched again. */
function putList(query: Query<KeyPages>, data: KeyPages, options?: { updatedAt: number }): void {
  const { isInvalidated } = query.state
  queryClient.setQueryData<KeyPages>(query.queryKey, data, options)
  if (isInvalidated) query.invalidate()
}

export function withoutKey(keys: string[], key: string): string[] {
  return keys.includes(key) ? keys.filter((entry) => entry !== key) : keys
}

/** Puts a key at the top of every loaded list under this query key, above a gap at its top. */
export function prependToLists(queryKey: QueryKey, key: string): void {
  for (const query of queryClient.getQueryCache().findAll({ queryKey }) as Query<KeyPages>[]) {
    const { data } = query.state
    if (!data?.pages[0]?.gapAbove) continue
    const top = { keys: [], nextCursor: null }
    putList(query, { pages: [top, ...data.pages], pageParams: [undefined, ...data.pageParams] })
  }
  editLists(queryKey, (keys, page) => (page === 0 ? [key, ...withoutKey(keys, key)] : withoutKey(keys, key)))
}

/** Puts a key at the end of those lists that are loaded completely. */
export function appendToLists(queryKey: QueryKey, key: string): void {
  editLists(queryKey, (keys, _, isEnd) => (isEnd && !keys.includes(key) ? [...keys, key] : keys))
}

export function dropFromLists(queryKey: QueryKey, key: string): void {
  editLists(queryKey, (keys) => withoutKey(keys, key))
}

/** Removes a key from a list. The first key from `start` on that `isFit` accepts takes its position. */
export function replaceKey(queryKey: QueryKey, key: string, start: number, isFit: (key: string) => boolean): void {
  const data = queryClient.getQueryData<KeyPages>(queryKey)
  const next = data && flattenKeys(data).slice(start).find(isFit)
  editLists(queryKey, (keys) =>
    withoutKey(keys, next ?? key).flatMap((entry) => (entry === key && next !== undefined ? [next] : [entry])),
  )
}

/** Resolves when the pages of a list that are being loaded have arrived, or have failed to. */
export async function untilArrived(queryKey: QueryKey): Promise<void> {
  const query = queryClient.getQueryCache().find({ queryKey, exact: true })
  if (query?.state.fetchStatus === 'fetching') await query.promise?.catch(() => undefined)
}

/**
 * Drops all but the first page of a list that is not on the screen: a refetch on the next visit is then cheap.
 * @returns whether it has dropped any
 */
export function trimList(queryKey: QueryKey): boolean {
  const query = queryClient.getQueryCache().find<KeyPages>({ queryKey, exact: true })
  if (!query?.state.data?.pages[1] || query.getObserversCount() > 0) return false
  const { data, dataUpdatedAt } = query.state
  // Trimming does not make the list fresher.
  const options = { updatedAt: dataUpdatedAt }
  putList(query, { pages: data.pages.slice(0, 1), pageParams: data.pageParams.slice(0, 1) }, options)
  return true
}
