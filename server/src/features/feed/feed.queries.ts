import type { Sort } from '@quack/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Connection, Database } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import {
  COUNT_CODEC,
  type CursorCodec,
  cursorCodec,
  ID_CODEC,
  integerCodec,
  type PageRequest,
} from '../../database/paging.ts'
import {
  isUnseen,
  NO_SNAPSHOT_CODEC,
  readSnapshot,
  requireRecent,
  SNAPSHOT_CODEC,
  type Snapshot,
  snapshotNow,
} from '../../database/ranked-snapshot.ts'
import type { PostId } from '../../database/schema.ts'
import { isPostListed } from '../members/visibility.ts'
import { followedBy, isInFeed, isInFeedByUnion, isInTrending, type Reader } from './feed-authors.ts'
import { isInTrendingWithTags, listTaggedIds } from './feed-tags.queries.ts'

/** The key of a post in a feed, for keyset paging. */
export interface FeedKey {
  readonly id: PostId
  /** Its likes as of the feed's snapshot; 0 if the order does not depend on them. */
  readonly likes: number
  /** The feed's snapshot; null if the order does not depend on likes. */
  readonly asOf: Snapshot | null
}
type CursorKey = Pick<FeedKey, 'likes' | 'asOf'> & { readonly id: number }
export type FeedRequest = PageRequest<CursorKey>

/** The key in a feed that is ordered by id. */
export const keyById = (id: PostId): FeedKey => ({ id, likes: 0, asOf: null })

const BY_ID = { asOf: NO_SNAPSHOT_CODEC, likes: integerCodec(0), id: ID_CODEC }

export const FEED_CURSORS: Record<Sort, CursorCodec<CursorKey>> = {
  latest: cursorCodec<CursorKey>('latest', BY_ID),
  oldest: cursorCodec<CursorKey>('oldest', BY_ID),
  trending: cursorCodec<CursorKey>('trending', { asOf: SNAPSHOT_CODEC, likes: COUNT_CODEC, id: ID_CODEC }),
}

/**
 * The ids of a reader's home feed: the reader's posts, those of followed members who are not muted, and those with
 * followed hashtags. The feed is computed when it is read. So it is exact at any depth, and writing a post costs the same however many members follow its author.
 * @throws CursorError for a trending cursor that is too old
 */
export async function listFeedIds(
  db: Database,
  reader: Reader,
  sort: Sort,
  page: FeedRequest,
): Promise<readonly FeedKey[]> {
  if (sort === 'trending') return listTrending(db, reader, page)
  const { rows } = await byIds(db.read, reader, sort, page).execute(db.read)
  return reader.hasTags ? withTagged(db.read, reader, sort, page, rows) : rows
}

/**
 * Adds the posts with followed hashtags to a page of a feed that is ordered by id. Both are the first ones of their list, so
 * the first ones of both together are those of the feed.
 */
export async function withTagged(
  db: Connection,
  reader: Reader,
  sort: keyof typeof DIRECTIONS,
  page: FeedRequest,
  byAuthors: readonly FeedKey[],
): Promise<readonly FeedKey[]> {
  const ids = new Set([...byAuthors.map(({ id }) => id), ...(await listTaggedIds(db, reader, sort, page))])
  const sign = sort === 'latest' ? -1 : 1
  return [...ids]
    .sort((a, b) => sign * (a - b))
    .slice(0, page.limit)
    .map(keyById)
}

/**
 * Later pages keep the order of the first page: they subtract likes and dislikes since its snapshot. So a post whose
 * count changes while someone reads is neither repeated nor skipped.
 */
async function listTrending(db: Database, reader: Reader, { limit, after }: FeedRequest): Promise<FeedKey[]> {
  if (after === null) {
    const { rows } = await trendingNow(db.primary, reader, limit).execute(db.primary)
    const asOf = rows[0] ? readSnapshot(rows[0].snapshot) : null
    return rows.map(({ id, likes }) => ({ id, likes, asOf }))
  }
  const asOf = requireRecent(after.asOf)
  const { rows } = await trendingAsOf(db.read, reader, limit, asOf, after).execute(db.read)
  return rows.map(({ id, likes }) => ({ id, likes, asOf }))
}

/** SQL for each direction. `end` is beyond the last possible id. */
const DIRECTIONS = {
  latest: { past: sql`<`, upTo: sql`>=`, order: sql`desc`, end: 0 },
  oldest: { past: sql`>`, upTo: sql`<=`, order: sql`asc`, end: Number.MAX_SAFE_INTEGER },
} as const

/** For `latest` and `oldest`. SQLite reads only an index. PostgreSQL would also read rows, so it has its own query. */
function byIds(
  db: Connection,
  reader: Reader,
  sort: keyof typeof DIRECTIONS,
  { limit, after }: FeedRequest,
): RawBuilder<FeedKey> {
  const { past, order } = DIRECTIONS[sort]
  const isOnPage = sql`${isPostListed} ${after ? sql`and posts.id ${past} ${after.id}` : sql``}`
  if (isPostgres(db)) return byIdsOnPostgres(db, reader, sort, isOnPage, limit)
  return sql`
    select id, 0 as likes, null as "asOf" from posts where ${isInFeedByUnion(db, reader)} and ${isOnPage}
    order by id ${order} limit ${limit}`
}

/**
 * For PostgreSQL. One of two subqueries runs, depending on how many members the viewer follows.
 * - Few: `firsts` has the first post of each author. The first `limit` of these posts could fill the page, so the page
 *   does not go beyond the last of them (`bound`). Only posts up to the bound are read. This takes 1 ms instead of 4.5
 *   for 200 of 100,000 members, if index-only scans have to visit rows.
 * - Many: all posts are scanned in order, until there are enough.
 */
function byIdsOnPostgres(
  db: Connection,
  reader: Reader,
  sort: keyof typeof DIRECTIONS,
  isOnPage: RawBuilder<unknown>,
  limit: number,
): RawBuilder<FeedKey> {
  const { upTo, order, end } = DIRECTIONS[sort]
  const followed = sql`coalesce((select following_count from members where id = ${reader.id}), 0)`
  const next = (count: number) => sql`order by posts.id ${order} limit ${count}`
  return sql`
    with authors (id) as (${followedBy(db, reader)} union all select ${reader.id}::bigint),
    firsts as (
      select authors.id as author,
        (select posts.id from posts where posts.author_id = authors.id and ${isOnPage} ${next(1)}) as id
      from authors where ${followed} <= ${FEW_AUTHORS}
    ),
    bound as (
      select coalesce((
        select id from firsts where id is not null order by id ${order} limit 1 offset ${limit - 1}
      ), ${end}) as id
    )
    select id, 0 as likes, null as "asOf" from (
      select found.id from firsts cross join lateral (
        select posts.id from posts
        where posts.author_id = firsts.author and ${isOnPage} and posts.id ${upTo} (select id from bound) ${next(limit)}
      ) as found
      where firsts.id ${upTo} (select id from bound)
      union all
      (select posts.id from posts where ${isInFeed(db, reader)} and ${followed} > ${FEW_AUTHORS} and ${isOnPage} ${next(limit)})
    ) as page order by id ${order} limit ${limit}`
}

/** For a viewer who follows about this many members, both subqueries take equally long. */
const FEW_AUTHORS = 1_000

const isRanked = (db: Connection, reader: Reader) =>
  reader.hasTags ? isInTrendingWithTags(db, reader) : isInTrending(db, reader)

interface Ranked {
  readonly id: PostId
  readonly likes: number
}

function trendingNow(db: Connection, reader: Reader, limit: number): RawBuilder<Ranked & { snapshot: string }> {
  return sql`
    select id, like_count as likes, ${snapshotNow(db, 'like_events')} as snapshot
    from posts where ${isRanked(db, reader)} and ${isPostListed} order by like_count desc, id desc limit ${limit}`
}

function trendingAsOf(
  db: Connection,
  reader: Reader,
  limit: number,
  asOf: Snapshot,
  after: CursorKey,
): RawBuilder<Ranked> {
  // With a forged snapshot, `likes` could be negative, which a cursor cannot hold.
  return sql`
    select id, likes from (
      select posts.id, posts.like_count - coalesce(since.delta, 0) as likes
      from posts
      left join (
        select post_id, sum(delta) as delta from like_events
        where ${isUnseen(db, 'like_events', asOf)} group by post_id
      ) as since on since.post_id = posts.id
      where ${isRanked(db, reader)} and ${isPostListed}
    ) as counted
    where (likes, id) < (${after.likes}, ${after.id}) and likes >= 0
    order by likes desc, id desc limit ${limit}`
}
