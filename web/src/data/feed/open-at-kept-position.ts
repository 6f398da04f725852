import { keptPosition } from '../api/position-storage.ts'
import { memberOfSession } from '../api/session.ts'
import type { KeyPage } from '../cache/key-pages.ts'
import { readFeed } from './pages.ts'
import type { Place, ReadSort } from './place.ts'

/** How many pages are looked through for the post that was read last. */
const MOST_PAGES = 20

/**
 * The feed from copies on this device, up to where it was read last here.
 * @param first the copy of the page that began at the server's position
 * @param readAt when the server's position was read
 * @returns null if the server's position is later, or the post is not among the copies
 */
export async function openAtKept(
  sort: ReadSort,
  first: KeyPage,
  readAt: string | undefined,
  signal: AbortSignal | undefined,
): Promise<{ page: KeyPage; place: Place } | null> {
  const member = memberOfSession()
  const kept = member === null ? null : keptPosition(member, sort)
  if (!kept || kept.at <= Date.parse(readAt ?? '1970-01-01')) return null
  const { postId: key, offset } = kept.body
  let { keys, nextCursor } = first
  for (let pages = 0; pages < MOST_PAGES && !keys.includes(key); pages += 1) {
    if (nextCursor === null) return null
    const next = await readFeed(sort, nextCursor, signal)
    keys = [...keys, ...next.keys]
    nextCursor = next.nextCursor
  }
  return keys.includes(key) ? { page: { ...first, keys, nextCursor }, place: { key, offset } } : null
}
