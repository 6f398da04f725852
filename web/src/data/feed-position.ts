import type { FeedPosition } from '@quack/contract'
import { POSITION_AGE_MAX_MS, POSITION_OFFSET_MAX } from '@quack/contract/limits'
import { call } from './api/api.ts'
import { getSession } from './api/session.ts'
import { keepUnsentPosition } from './api/unsent-position.ts'
import type { KeyPages } from './cache/key-pages.ts'
import { queryClient } from './cache/query-client.ts'
import { postLists } from './cache/query-keys.ts'
import { readFromPosition } from './feed.ts'
import { type Place, type ReadSort, readingOf } from './feed-place.ts'

/** What the member has read, on its way to the server. */
export interface Read {
  place: Place
  newestId: string
  /** In milliseconds, by the clock of this device. */
  at: number
}

/**
 * Stores the position on the server. The answer is the latest reading of all devices.
 * @param isLeaving whether the page may be closed meanwhile
 */
export async function sendPosition(sort: ReadSort, { place, newestId, at }: Read, isLeaving: boolean): Promise<void> {
  const body = { sort, postId: place.key, offset: Math.min(place.offset, POSITION_OFFSET_MAX), newestId }
  if (isLeaving) keepUnsentPosition({ username: getSession()?.username ?? '', body, at })
  const age = Math.min(Math.max(0, Date.now() - at), POSITION_AGE_MAX_MS)
  const { position } = await call('POST /api/feed/position', { body: { ...body, age } }, { keepalive: isLeaving })
  if (isLeaving) keepUnsentPosition(null)
  readingOf(sort).position = position
}

/** The position, if another device has read later than this client knows. */
export async function laterPosition(sort: ReadSort): Promise<FeedPosition | null> {
  const { position } = await call('GET /api/feed/position', { query: { sort } })
  const known = readingOf(sort).position
  if (!position || position.isThisDevice || position.readAt <= (known?.readAt ?? '')) return null
  return position
}

/** Shows the feed from the position on, in place of what is loaded. */
export async function openAtPosition(sort: ReadSort): Promise<void> {
  const page = await readFromPosition(sort)
  await queryClient.cancelQueries({ queryKey: postLists.feed(sort) })
  queryClient.setQueryData<KeyPages>(postLists.feed(sort), { pages: [page], pageParams: [undefined] })
}
