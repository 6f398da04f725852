import type { FeedPosition } from '@quack/contract'
import type { Sort } from '@quack/contract/rules/limits'
import { useMemo } from 'react'
import { call } from '../api/api.ts'
import { NetworkError } from '../api/api-errors.ts'
import { reportFailure } from '../api/error-notifications.ts'
import { notePositionSent, takeUnsentPosition } from '../api/position-storage.ts'
import { memberOfSession } from '../api/session.ts'
import { firstPage, type KeyPage } from '../cache/key-pages.ts'
import { queryClient } from '../cache/query-client.ts'
import { postLists } from '../cache/query-keys.ts'
import { type KeyList, type KeyListOptions, useKeyList } from '../cache/use-key-list.ts'
import { loadCode } from '../code/load-code.ts'
import { oncePerPost } from '../posts/places.ts'
import { takePosts } from '../posts/post-lists.ts'
import { readFeed } from './pages.ts'
import { isBelow, isReadSort, type Place, type ReadSort, readingOf, setOffer } from './place.ts'
import { noteReasons } from './reasons.ts'

export function feedList(sort: Sort): KeyListOptions {
  return {
    queryKey: postLists.feed(sort),
    restoresOnBack: true,
    keepsPlace: isReadSort(sort),
    fetchPage: (cursor, signal) => fetchPage(sort, cursor, signal),
  }
}

/** The viewer's own posts, those of members they follow and those with tags they follow; and reposts. */
export function useFeed(sort: Sort): KeyList {
  const found = useKeyList(feedList(sort))
  const keys = useMemo(() => found.keys && oncePerPost(found.keys), [found.keys])
  const list = { ...found, keys }
  if (!isReadSort(sort) || list.savedAt === undefined) return list
  return { ...list, retry: () => void refreshCopy(sort).catch(reportFailure) }
}

/** Replaces what is shown from a copy on this device, and in Latest counts what is new. The reader stays in place. */
async function refreshCopy(sort: ReadSort): Promise<void> {
  await queryClient.refetchQueries({ queryKey: postLists.feed(sort), exact: true })
  const { recountNews } = await loadCode(() => import('./gaps.ts'))
  if (sort === 'latest') await recountNews()
}

/** The first page of a visit: the top, or by the member's setting where they have stopped reading, on any device. */
async function openFeed(sort: ReadSort, signal: AbortSignal): Promise<KeyPage> {
  await sendUnsent(sort)
  const answer = await call('GET /api/feed/resume', { query: { ...firstPage, sort, from: 'setting' } }, { signal })
  noteReasons(answer.posts)
  const page = takePosts(answer)
  const { from, position, aboveCount, newCount } = answer
  const isAtTop = from === 'top'
  const found = isAtTop ? page : { ...page, gapAbove: aboveCount, newCount }
  function open(stopped: Place | null, count: number): void {
    const isBelow = stopped !== null && (count > 0 || (!isAtTop && stopped.offset > 0))
    const begin = isBelow && !isAtTop ? stopped : null
    const reading = readingOf(sort)
    Object.assign(reading, { position, place: begin, begin, countedTo: null, isFresh: !reading.isOpen })
    setOffer(sort, isBelow && isAtTop ? { place: stopped, count, isKept: true } : null)
  }
  open(position && placeOf(position, isAtTop ? position.postId : page.keys[0]), aboveCount)
  if (page.savedAt === undefined) return found
  // The member may have read on on this device since.
  const kept = await loadCode(() => import('./open-at-kept-position.ts'))
    .then(({ openAtKept }) => openAtKept(sort, found, position?.readAt, signal))
    .catch(() => null)
  if (!kept) return found
  open(kept.place, Math.max(0, kept.page.keys.indexOf(kept.place.key)) + (kept.page.gapAbove ?? 0))
  return kept.page
}

/** @param key the post that is there now: the position's, or the next one if that is gone */
function placeOf({ postId, offset }: FeedPosition, key: string | undefined): Place | null {
  return key === undefined ? null : { key, offset: key === postId ? offset : 0 }
}

/** Without it, the position is that of an earlier reading. */
async function sendUnsent(sort: ReadSort): Promise<void> {
  const member = memberOfSession()
  const unsent = member === null ? null : takeUnsentPosition(member, sort)
  if (!unsent) return
  const body = { ...unsent.body, sort, age: unsent.age }
  await call('POST /api/feed/position', { body }).catch((error: unknown) => {
    if (error instanceof NetworkError) notePositionSent(unsent, sort, false)
  })
}

async function fetchPage(sort: Sort, cursor: string | undefined, signal: AbortSignal): Promise<KeyPage> {
  if (!isReadSort(sort)) return readFeed(sort, cursor, signal)
  const isFirst = cursor === undefined && !queryClient.getQueryData(postLists.feed(sort))
  const { target } = readingOf(sort)
  if (isFirst && !target) return openFeed(sort, signal)
  if (cursor !== undefined && !isBelow(cursor)) return readFeed(sort, cursor, signal)
  const { rereadPage, readFrom } = await loadCode(() => import('./gaps.ts'))
  return isFirst && target ? readFrom(sort, target, signal) : rereadPage(sort, cursor, signal)
}
