import type { FeedPosition } from '@quack/contract'
import { POSITION_AGE_MAX_MS, POSITION_OFFSET_MAX } from '@quack/contract/rules/limits'
import { call } from '../api/api.ts'
import { keepPosition, notePositionSent } from '../api/position-storage.ts'
import { memberOfSession } from '../api/session.ts'
import { type Place, type ReadSort, readingOf } from './place.ts'

/** What the member has read, on its way to the server. */
export interface Read {
  place: Place
  newestId: string
  /** In milliseconds, by the clock of this device. */
  at: number
}

/** Keeps the position on this device, until it is sent and after that. */
export function keepRead(sort: ReadSort, read: Read): void {
  const member = memberOfSession()
  if (member !== null) keepPosition({ member, body: bodyOf(sort, read), at: read.at, isSent: false })
}

/**
 * Stores the position on the server. The answer is the latest reading of all devices.
 * @param isLeaving whether the page may be closed meanwhile
 */
export async function sendPosition(sort: ReadSort, read: Read, isLeaving: boolean): Promise<void> {
  const { at } = read
  const member = memberOfSession()
  const reading = readingOf(sort)
  const age = Math.min(Math.max(0, Date.now() - at), POSITION_AGE_MAX_MS)
  const body = { ...bodyOf(sort, read), age }
  const { position } = await call('POST /api/feed/position', { body }, { keepalive: isLeaving })
  if (member !== null) notePositionSent({ member, at }, sort, true)
  reading.position = position
}

function bodyOf(sort: ReadSort, { place, newestId }: Read) {
  return { sort, postId: place.key, offset: Math.min(place.offset, POSITION_OFFSET_MAX), newestId }
}

/** The position, if another device has read later than this client knows. */
export async function laterPosition(sort: ReadSort): Promise<FeedPosition | null> {
  const { position } = await call('GET /api/feed/position', { query: { sort } })
  const known = readingOf(sort).position
  if (!position || position.isThisDevice || position.readAt <= (known?.readAt ?? '')) return null
  return position
}
