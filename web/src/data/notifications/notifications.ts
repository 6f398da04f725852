import type { Notification, NotificationKind } from '@quack/contract'
import { PAGE_MAX } from '@quack/contract/rules/limits'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../api/api.ts'
import { ageOf } from '../api/copies.ts'
import { PAGE_SIZE } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { queryKeys } from '../cache/query-keys.ts'
import { repeatReads } from '../cache/read-again.ts'
import { putPerson } from '../members/people.ts'
import { putUnread } from './unread.ts'

interface PageRequest {
  limit: number
  cursor?: string
}

async function readPage(
  kind: NotificationKind | null,
  request: PageRequest,
  signal?: AbortSignal,
): Promise<LoadedNotifications> {
  const query = { ...request, ...(kind && { kind }) }
  const answer = await call('GET /api/notifications', { query }, { signal })
  const { notifications, ...rest } = answer
  for (const { people } of notifications) people.forEach(putPerson)
  return { ...rest, ...ageOf(answer), entries: notifications }
}

/**
 * The viewer's notifications of one kind, or of all for null. Loading them again keeps the length of the list, and so
 * the position of the reader: one request has up to PAGE_MAX of them. Those below that are as they were.
 */
export function useNotifications(kind: NotificationKind | null) {
  const queryKey = queryKeys.notificationsOf(kind)
  const [more, setMore] = useState<'idle' | 'loading' | 'failed'>('idle')
  const { data, error, isFetching, refetch } = useQuery({
    queryKey,
    async queryFn({ signal }) {
      const size = queryClient.getQueryData<LoadedNotifications>(queryKey)?.entries.length ?? 0
      const newest = await readPage(kind, { limit: Math.min(Math.max(size, PAGE_SIZE), PAGE_MAX) }, signal)
      // Read again: the next page may have arrived meanwhile.
      return withNewest(queryClient.getQueryData<LoadedNotifications>(queryKey), newest)
    },
    staleTime: 0,
  })

  async function loadMore(): Promise<void> {
    const cursor = data?.nextCursor
    if (!cursor || more === 'loading') return
    setMore('loading')
    try {
      const next = await readPage(kind, { limit: PAGE_SIZE, cursor })
      queryClient.setQueryData<LoadedNotifications>(queryKey, (known) => known && withNext(known, next, cursor))
      setMore('idle')
    } catch {
      setMore('failed')
    }
  }

  return {
    data,
    // A retry looks like the first load.
    error: data || isFetching ? null : error,
    retry: () => void refetch(),
    more: {
      hasMore: data ? data.nextCursor !== null : false,
      isLoadingMore: more === 'loading',
      hasMoreFailed: more === 'failed',
      loadMore: () => void loadMore(),
    },
  }
}

/** Marks all up to this event as read, on all devices of the viewer. */
export async function markRead(upTo: string): Promise<void> {
  const { unread } = await call('POST /api/notifications/read', { body: { upTo } })
  putUnread(unread)
  // Also in lists that are not on the screen: a later visit must not mark them as unread.
  queryClient.setQueriesData<LoadedNotifications>(
    { queryKey: queryKeys.notifications },
    (known) => known && { ...known, unread, entries: known.entries.map((entry) => ({ ...entry, unread: false })) },
  )
  // A list that is being fetched may have been read before.
  repeatReads(queryKeys.notifications)
}

/** The loaded part of a list, the notification with the latest event first. Each is in it once. */
export interface LoadedNotifications {
  entries: readonly Notification[]
  nextCursor: string | null
  /** The latest event of any kind, to be marked as read; null for none. */
  latest: string | null
  /** How many notifications of all kinds are unread. */
  unread: number
  /** When the server sent a list that is a copy on this device, in milliseconds. */
  savedAt?: number
}

/**
 * The list after its beginning was loaded again. What was loaded below that stays. A notification that is in neither
 * part any more was undone.
 */
export function withNewest(known: LoadedNotifications | undefined, newest: LoadedNotifications): LoadedNotifications {
  const last = newest.entries.at(-1)
  if (!known || !last || newest.nextCursor === null) return newest
  const ids = idsOf(newest)
  const rest = known.entries.filter(({ _id, at }) => !ids.has(_id) && at <= last.at)
  if (rest.length === 0) return newest
  return { ...newest, entries: [...newest.entries, ...rest], nextCursor: known.nextCursor }
}

/**
 * The list with its next page.
 * @param cursor that of the page: if the list has another one meanwhile, the page does not follow its last entry
 */
export function withNext(known: LoadedNotifications, next: LoadedNotifications, cursor: string): LoadedNotifications {
  if (known.nextCursor !== cursor) return known
  const ids = idsOf(known)
  const entries = [...known.entries, ...next.entries.filter(({ _id }) => !ids.has(_id))]
  return { ...known, entries, nextCursor: next.nextCursor }
}

function idsOf({ entries }: LoadedNotifications): ReadonlySet<string> {
  return new Set(entries.map(({ _id }) => _id))
}
