import type { Sort } from '@quack/contract/rules/limits'
import type { Database } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import { NeedsTurn } from '../../http/limits/heavy-reads.ts'
import { type IdRange, readPostsWithin } from '../../reading/id-range.ts'
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

/** A page of the feed that begins below an id, for readers who keep ids in place of cursors. */
export function feedQueryBelow(id: number | null, limit: number): FeedQuery {
  return { sort: 'latest', limit, ...(id !== null && { cursor: cursorAt('latest', id) }) }
}

const cursorAt = (sort: 'latest' | 'oldest', id: number) => FEED_CURSORS[sort].write({ asOf: null, likes: 0, id })

/** A page of the feed between ids. */
export function readFeedWithin(db: Database, reader: Reader, range: IdRange, hydration: Hydration) {
  return readPostsWithin(range, ({ from, until, isUpward }) => {
    const sort = isUpward ? 'oldest' : 'latest'
    const cursor = from === null ? {} : { cursor: cursorAt(sort, from) }
    return readFeed(db, reader, { sort, limit: range.limit, until, ...cursor }, hydration)
  })
}
