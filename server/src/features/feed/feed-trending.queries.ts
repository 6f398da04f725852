import { type RawBuilder, sql } from 'kysely'
import type { Connection, ReadConnections } from '../../database/database.ts'
import { isUnseen, readSnapshot, requireRecent, type Snapshot, snapshotNow } from '../../database/ranked-snapshot.ts'
import type { PostId } from '../../database/schema.ts'
import { isPostListed } from '../visibility/visibility.ts'
import { isInTrending, type Reader } from './feed-authors.ts'
import type { CursorKey, FeedKey, FeedRequest } from './feed-keys.ts'
import { changedTagged, rankTagged } from './feed-ranked-tags.queries.ts'
import { broughtPosts } from './feed-reposts.queries.ts'

/**
 * Later pages keep the order of the first page: they subtract likes and dislikes since its snapshot. So a post whose
 * count changes while someone reads is neither repeated nor skipped.
 * @throws CursorError for a cursor that is too old
 */
export async function listTrending(
  db: ReadConnections,
  reader: Reader,
  { limit, after }: FeedRequest,
): Promise<FeedKey[]> {
  if (after === null) {
    const { rows } = await trendingNow(db.primary, reader, limit).execute(db.primary)
    const asOf = rows[0] ? readSnapshot(rows[0].snapshot) : null
    return rows.map(({ id, likes }) => ({ id, at: id, likes, asOf }))
  }
  const asOf = requireRecent(after.asOf)
  const { rows } = await trendingAsOf(db.read, reader, limit, asOf, after).execute(db.read)
  return rows.map(({ id, likes }) => ({ id, at: id, likes, asOf }))
}

interface Ranked {
  readonly id: PostId
  readonly likes: number
}

function trendingNow(db: Connection, reader: Reader, limit: number): RawBuilder<Ranked & { snapshot: string }> {
  const byAuthors = sql`
    select id, like_count as likes from posts where ${isInTrending(db, reader)} and ${isPostListed}
    order by like_count desc, id desc limit ${limit}`
  const brought = sql`${broughtPosts(db, reader, sql`posts.id, posts.like_count as likes`)}
    order by posts.like_count desc, posts.id desc limit ${limit}`
  const lists = [
    byAuthors,
    ...(reader.hasReposts ? [brought] : []),
    ...(reader.hasTags ? [rankTagged(db, reader, { limit })] : []),
  ]
  return sql`select id, likes, ${snapshotNow(db, 'like_events')} as snapshot from ${firstOf(lists, limit)}`
}

function trendingAsOf(
  db: Connection,
  reader: Reader,
  limit: number,
  asOf: Snapshot,
  after: CursorKey,
): RawBuilder<Ranked> {
  // With a forged snapshot, `likes` could be negative, which a cursor cannot hold.
  const isNext = sql`(likes, id) < (${after.likes}, ${after.at}) and likes >= 0 order by likes desc, id desc limit ${limit}`
  const columns = sql`posts.id, posts.like_count - coalesce(since.delta, 0) as likes`
  const since = sql`left join since on since.id = posts.id`
  const byAuthors = sql`
    select id, likes from (
      select ${columns} from posts ${since} where ${isInTrending(db, reader)} and ${isPostListed}) as counted
    where ${isNext}`
  const brought = () => sql`
    select id, likes from (${broughtPosts(db, reader, columns, since)}) as counted where ${isNext}`
  const changed = sql`select id, likes from (${changedTagged(db, reader)}) as counted where ${isNext}`
  const unchanged = sql`post_tags.post_id not in (select id from since)`
  const tagged = () => [changed, rankTagged(db, reader, { limit, after, isListed: unchanged })]
  const lists = [byAuthors, ...(reader.hasReposts ? [brought()] : []), ...(reader.hasTags ? tagged() : [])]
  return sql`
    with since as materialized (
      select post_id as id, sum(delta) as delta from like_events
      where ${isUnseen(db, 'like_events', asOf)} group by post_id)
    select id, likes from ${firstOf(lists, limit)}`
}

/** The first posts of several lists together, each once. Each list has as many of its own first posts. */
function firstOf(lists: readonly RawBuilder<unknown>[], limit: number): RawBuilder<unknown> {
  const each = lists.map((list) => sql`select id, likes from (${list}) as listed`)
  return sql`(${sql.join(each, sql` union `)}) as ranked order by likes desc, id desc limit ${limit}`
}
