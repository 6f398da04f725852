import type { Sort } from '@quack/contract/rules/limits'
import type { Database } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import { NeedsTurn } from '../../http/limits/heavy-reads.ts'
import type { Hydration } from '../../reading/list-query.ts'
import { readPostsList } from '../posts/posts.answer.ts'
import { listFeedIds } from './feed.queries.ts'
import type { Reader } from './feed-authors.ts'
import { FEED_CURSORS, type FeedRequest } from './feed-keys.ts'
import { listReasons } from './feed-tags.queries.ts'

export interface FeedQuery {
  readonly sort?: Sort
  readonly limit?: number
  readonly cursor?: string
  /** The page ends before this post. */
  readonly until?: number | undefined
}

/** How to read a page of a reader's feed, and why posts of authors who are not followed are in it. */
export function feedOf(
  db: Database,
  reader: Reader,
  { until, ...query }: FeedQuery,
  { hidden: { words }, isInTurn }: Hydration,
) {
  const sort = query.sort ?? 'latest'
  const load = async (page: FeedRequest) => {
    // After the first page, the likes of all posts of the feed are counted as of its snapshot.
    const isHeavy = sort === 'trending' && page.after !== null
    if (isHeavy && isInTurn === false) throw new NeedsTurn()
    // Muted words leave posts out, so more are read than the page has.
    return listFeedIds(isHeavy || words ? db.heavy : db, reader, sort, { ...page, until })
  }
  const reasons = (ids: readonly PostId[]) => listReasons(db.read, reader.id, ids)
  return { codec: FEED_CURSORS[sort], query, load, ...(reader.hasTags && { reasons }) }
}

/** Reads a page of the feed without caches. */
export function readFeed(db: Database, reader: Reader, query: FeedQuery, hydration: Hydration) {
  return readPostsList(db, feedOf(db, reader, query, hydration), hydration)
}

/** Between which ids a page lies, for readers who keep ids in place of cursors. */
interface Range {
  readonly below: number | null
  readonly above: number | null
  /** Whether the page begins at its lower bound. */
  readonly isUpward: boolean
  readonly limit: number
}

export function feedQueryOf({ below, above, isUpward, limit }: Range): FeedQuery {
  const sort = isUpward ? 'oldest' : 'latest'
  const [from, until] = isUpward ? [above, below] : [below, above]
  const cursor = from === null ? null : FEED_CURSORS[sort].write({ asOf: null, likes: 0, id: from })
  return { sort, limit, ...(cursor !== null && { cursor }), ...(until !== null && { until }) }
}

/** A page of the feed, newest first. @returns `isLast`: whether the feed has no older post */
export async function readFeedWithin(
  db: Database,
  reader: Reader,
  { below, above, isUpward, limit }: Range,
  hydration: Hydration,
) {
  const { posts, nextCursor } = await readFeed(db, reader, feedQueryOf({ below, above, isUpward, limit }), hydration)
  return { posts: isUpward ? posts.toReversed() : posts, isLast: nextCursor === null && above === null }
}
