import type { Sort } from '@quack/contract/rules/limits'
import type { Database, ReadConnections } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
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

/**
 * How to read a page of a reader's feed, and why posts of authors who are not followed are in it.
 */
export function feedOf(
  db: Database,
  reader: Reader,
  { until, ...query }: FeedQuery,
  { hidden: { words }, turn }: Hydration,
) {
  const sort = query.sort ?? 'latest'
  const list = (from: ReadConnections, page: FeedRequest) => listFeedIds(from, reader, sort, { ...page, until })
  const load = async (page: FeedRequest) => {
    // After the first page, the likes of all posts of the feed are counted as of its snapshot.
    if (sort === 'trending' && page.after !== null && turn) return turn(() => list(db.heavy, page))
    // Muted words leave posts out, so more are read than the page has.
    return list(words ? db.heavy : db, page)
  }
  const reasons = (ids: readonly PostId[]) => listReasons(db.read, reader.id, ids)
  return { codec: FEED_CURSORS[sort], query, load, ...(reader.hasTags && { reasons }) }
}

/** Reads a page of the feed without caches. */
export function readFeed(db: Database, reader: Reader, query: FeedQuery, hydration: Hydration) {
  return readPostsList(db, feedOf(db, reader, query, hydration), hydration)
}
