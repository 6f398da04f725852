import type { NotificationKind } from '@quack/contract'
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
import { type LoadedNotifications, withNewest, withNext } from './merge-notifications.ts'
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
 * The viewer's notifications of one kind, or of all for null. Loading them again keeps the length of the list, and so the
 * position of the reader: one request has up to PAGE_MAX of them. Those below that are as they were.
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
      size: data?.entries.length ?? 0,
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
