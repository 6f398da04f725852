import type { Sort } from '@quack/contract/rules/limits'
import type { Database } from '../../database/database.ts'
import type { PostId } from '../../database/schema.ts'
import { NeedsTurn } from '../../http/limits/heavy-reads.ts'
import { type IdRange, readPostsWithin } from '../../reading/id-range.ts'
import type { Hydration } from '../../reading/list-query.ts'
import type { Reason } from '../posts/post-json.ts'
import { readPostsList } from '../posts/posts.answer.ts'
import { listFeedIds } from './feed.queries.ts'
import type { Reader } from './feed-authors.ts'
import { FEED_CURSORS, type FeedKey, type FeedRequest, keyAt } from './feed-keys.ts'
import { listReposters } from './feed-reposts.queries.ts'
import { type RepostsQuery, withReposted } from './feed-reposts.ts'
import { listReasons } from './feed-tags.queries.ts'

export interface FeedQuery {
  readonly sort?: Sort
  readonly limit?: number
  readonly cursor?: string
  /** Of a feed that is ordered by id: the page ends before this place. */
  readonly until?: number | undefined
}

/** How a page of a reader's feed is read that is ordered by id, if not from the database. */
export interface FromCaches {
  /** The first posts by authors and with hashtags; null if the caches do not have them. */
  byAuthors(page: FeedRequest): Promise<readonly FeedKey[] | null>
  reposts: RepostsQuery['cached']
}

/** How to read a page of a reader's feed, and why posts of authors who are not followed are in it. */
export function feedOf(
  db: Database,
  reader: Reader,
  { until, ...query }: FeedQuery,
  { hidden: { words }, isInTurn }: Hydration,
  caches?: FromCaches,
) {
  const sort = query.sort ?? 'latest'
  const load = async (request: FeedRequest): Promise<readonly FeedKey[]> => {
    const page = { ...request, until }
    // After the first page, the likes of all posts of the feed are counted as of its snapshot. With reposts, all that
    // these bring are ranked.
    const isHeavy = sort === 'trending' && (page.after !== null || reader.hasReposts)
    if (isHeavy && isInTurn === false) throw new NeedsTurn()
    // Muted words leave posts out, so more are read than the page has.
    const keys =
      (await caches?.byAuthors(page)) ?? (await listFeedIds(isHeavy || words ? db.heavy : db, reader, sort, page))
    if (!reader.hasReposts || sort === 'trending') return keys
    return withReposted(db, reader, { sort, isInTurn, cached: caches?.reposts }, page, keys)
  }
  const reasons = async (ids: readonly PostId[]): Promise<ReadonlyMap<PostId, Reason>> => {
    const reposted = reader.hasReposts ? await listReposters(db.heavy.read, reader, ids) : []
    const found = reader.hasTags ? await listReasons(db.read, reader.id, ids) : new Map<PostId, Reason>()
    for (const { id, repost, by } of reposted) found.set(id, { repost, names: by })
    return found
  }
  return { codec: FEED_CURSORS[sort], query, load, ...((reader.hasTags || reader.hasReposts) && { reasons }) }
}

/** Reads a page of the feed without caches. */
export function readFeed(db: Database, reader: Reader, query: FeedQuery, hydration: Hydration) {
  return readPostsList(db, feedOf(db, reader, query, hydration), hydration)
}

/** A page of the feed that begins below an id, for readers who keep ids in place of cursors. */
export function feedQueryBelow(id: number | null, limit: number): FeedQuery {
  return { sort: 'latest', limit, ...(id !== null && { cursor: cursorAt('latest', id) }) }
}

const cursorAt = (sort: 'latest' | 'oldest', id: number) => FEED_CURSORS[sort].write(keyAt(id))

/** A page of the feed between ids. */
export function readFeedWithin(db: Database, reader: Reader, range: IdRange, hydration: Hydration) {
  return readPostsWithin(range, ({ from, until, isUpward }) => {
    const sort = isUpward ? 'oldest' : 'latest'
    const cursor = from === null ? {} : { cursor: cursorAt(sort, from) }
    return readFeed(db, reader, { sort, limit: range.limit, until, ...cursor }, hydration)
  })
}
