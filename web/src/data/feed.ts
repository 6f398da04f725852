import type { RouteInput } from '@quack/contract'
import type { Sort } from '@quack/contract/limits'
import { call } from './api/api.ts'
import { NetworkError } from './api/api-errors.ts'
import { reportFailure } from './api/error-notifications.ts'
import { notePositionSent, takeUnsentPosition } from './api/kept-position.ts'
import { getSession } from './api/session.ts'
import { firstPage, type KeyPage } from './cache/key-pages.ts'
import { queryClient } from './cache/query-client.ts'
import { postLists } from './cache/query-keys.ts'
import { type KeyList, type KeyListOptions, useKeyList } from './cache/use-key-list.ts'
import { loadCode } from './code/load-code.ts'
import { isBelow, isReadSort, type Place, type ReadSort, readingOf } from './feed-place.ts'
import { readFeed } from './feed-read.ts'
import { noteReasons } from './feed-reasons.ts'
import { takePage } from './post-lists.ts'

export function feedList(sort: Sort): KeyListOptions {
  return {
    queryKey: postLists.feed(sort),
    restoresOnBack: true,
    keepsPlace: isReadSort(sort),
    fetchPage: (cursor, signal) => fetchPage(sort, cursor, signal),
  }
}

/** The viewer's own posts, those of members they follow and those with tags they follow. */
export function useFeed(sort: Sort): KeyList {
  const list = useKeyList(feedList(sort))
  if (!isReadSort(sort) || list.savedAt === undefined) return list
  return { ...list, retry: () => void refreshCopy(sort).catch(reportFailure) }
}

/** Replaces what is shown from a copy on this device, and counts what is new. The reader stays where they are. */
async function refreshCopy(sort: ReadSort): Promise<void> {
  await queryClient.refetchQueries({ queryKey: postLists.feed(sort), exact: true })
  const { recountNews } = await loadCode(() => import('./feed-gaps.ts'))
  if (sort === 'latest') await recountNews()
}

/** The page that begins where the viewer has stopped reading, on any device. */
export async function readFromPosition(sort: ReadSort, signal?: AbortSignal): Promise<KeyPage> {
  await sendUnsent(sort)
  const answer = await call('GET /api/feed/resume', { query: { ...firstPage, sort } }, { signal })
  noteReasons(answer.posts)
  const page = takePage(answer)
  const { position, aboveCount, newCount } = answer
  const [key] = page.keys
  const place: Place | null =
    position && key !== undefined ? { key, offset: key === position.postId ? position.offset : 0 } : null
  const isTop = aboveCount === 0 && !place?.offset
  const begin = isTop ? null : place
  const found = { ...page, gapAbove: aboveCount, newCount }
  const open = (begin: Place | null) =>
    Object.assign(readingOf(sort), { position, place: begin, begin, countedTo: null })
  open(begin)
  if (page.savedAt === undefined) return found
  // This device may have been read on it since.
  const kept = await loadCode(() => import('./feed-position-kept.ts'))
    .then(({ openAtKept }) => openAtKept(sort, found, position?.readAt, signal))
    .catch(() => null)
  if (!kept) return found
  open(kept.place)
  return kept.page
}

/** Without it, the position is that of an earlier reading. */
async function sendUnsent(sort: ReadSort): Promise<void> {
  const unsent = takeUnsentPosition(getSession()?.username ?? '', sort)
  if (!unsent) return
  const body = { ...unsent.body, age: unsent.age } as RouteInput<'POST /api/feed/position'>['body']
  await call('POST /api/feed/position', { body }).catch((error: unknown) => {
    if (error instanceof NetworkError) notePositionSent(unsent, sort, false)
  })
}

async function fetchPage(sort: Sort, cursor: string | undefined, signal: AbortSignal): Promise<KeyPage> {
  if (!isReadSort(sort)) return readFeed(sort, cursor, signal)
  if (cursor === undefined && !queryClient.getQueryData(postLists.feed(sort))) return readFromPosition(sort, signal)
  if (cursor !== undefined && !isBelow(cursor)) return readFeed(sort, cursor, signal)
  const { readAgain } = await loadCode(() => import('./feed-gaps.ts'))
  return readAgain(sort, cursor, signal)
}
