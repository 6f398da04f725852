import type { ReadSort } from '@quack/contract'
import type { Sort } from '@quack/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Connection, Database } from '../../database/database.ts'
import { isUnseen, readSnapshot, requireRecent, type Snapshot, snapshotNow } from '../../database/ranked-snapshot.ts'
import type { PostId } from '../../database/schema.ts'
import { isPostListed } from '../visibility/visibility.ts'
import { isInTrending, type Reader } from './feed-authors.ts'
import { byIds } from './feed-by-id.queries.ts'
import { type CursorKey, type FeedKey, type FeedRequest, keyById } from './feed-keys.ts'
import { isInTrendingWithTags, listTaggedIds } from './feed-tags.queries.ts'

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
  sort: ReadSort,
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
