import type { Sort } from '@quack/contract/rules/limits'
import {
  COUNT_CODEC,
  type CursorCodec,
  cursorCodec,
  ID_CODEC,
  integerCodec,
  type PageRequest,
} from '../../database/paging.ts'
import { NO_SNAPSHOT_CODEC, SNAPSHOT_CODEC, type Snapshot } from '../../database/ranked-snapshot.ts'
import type { PostId } from '../../database/schema.ts'

/** The key of a post in a feed, for keyset paging. */
export interface FeedKey {
  readonly id: PostId
  /** Its place in a feed that is ordered by id: its own id, or that of the repost that has brought it. */
  readonly at: number
  /** Its likes as of the feed's snapshot; 0 if the order does not depend on them. */
  readonly likes: number
  /** The feed's snapshot; null if the order does not depend on likes. */
  readonly asOf: Snapshot | null
}
export type CursorKey = Omit<FeedKey, 'id'>

export interface FeedRequest extends PageRequest<CursorKey> {
  /** In a feed that is ordered by id: the page ends before this place. */
  readonly until?: number | undefined
}

/** The key in a feed that is ordered by id. */
export const keyById = (id: PostId, at: number = id): FeedKey => ({ id, ...keyAt(at) })

/** The key of a place in a feed that is ordered by id. */
export const keyAt = (at: number): CursorKey => ({ at, likes: 0, asOf: null })

const BY_ID = { asOf: NO_SNAPSHOT_CODEC, likes: integerCodec(0), at: ID_CODEC }

export const FEED_CURSORS: Record<Sort, CursorCodec<CursorKey>> = {
  latest: cursorCodec<CursorKey>('latest', BY_ID),
  oldest: cursorCodec<CursorKey>('oldest', BY_ID),
  trending: cursorCodec<CursorKey>('trending', { asOf: SNAPSHOT_CODEC, likes: COUNT_CODEC, at: ID_CODEC }),
}
