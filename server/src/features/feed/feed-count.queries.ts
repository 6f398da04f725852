import { FEED_COUNT_MAX } from '@quack/contract/rules/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isPostListed } from '../visibility/visibility.ts'
import { followedBy, type Reader } from './feed-authors.ts'
import { isTagPostSeen } from './feed-tags.queries.ts'

/** Counts posts of a feed, up to FEED_COUNT_MAX. No order is needed, so only as many are read as are counted. */

/** Posts with ids between these two. */
export interface IdRange {
  readonly low: number
  readonly high: number
}

const isWithin = (column: string, { low, high }: IdRange) =>
  sql`${sql.ref(column)} > ${low} and ${sql.ref(column)} < ${high}`
const max = sql.lit(FEED_COUNT_MAX)

async function readCount(db: Connection, query: RawBuilder<{ count: number }>): Promise<number> {
  return Number((await query.execute(db)).rows[0]?.count)
}

/** The reader's posts, and those of followed members. */
export function countByAuthors(db: Connection, reader: Reader, range: IdRange): Promise<number> {
  const isCounted = sql`posts.author_id = authors.id and ${isPostListed} and ${isWithin('posts.id', range)}`
  const own = isPostgres(db) ? sql`${reader.id}::bigint` : sql`${reader.id}`
  const posts = isPostgres(db)
    ? sql`cross join lateral (select 1 from posts where ${isCounted} limit ${max}) as found`
    : sql`cross join posts where ${isCounted}`
  return readCount(
    db,
    sql`
      with authors (id) as (${followedBy(db, reader)} union all select ${own})
      select count(*) as count from (select 1 from authors ${posts} limit ${max}) as counted`,
  )
}

/** Posts with followed hashtags by other members than these. */
export function countTagged(db: Connection, reader: Reader, range: IdRange): Promise<number> {
  const isCounted = sql`
    post_tags.tag_id = tag_follows.tag_id and ${isTagPostSeen(db, reader)} and ${isWithin('post_tags.post_id', range)}
    and post_tags.author_id <> ${reader.id} and post_tags.author_id not in (${followedBy(db, reader)})`
  const posts = isPostgres(db)
    ? sql`cross join lateral (select post_tags.post_id as id from post_tags where ${isCounted} limit ${max}) as found
        where tag_follows.member_id = ${reader.id}`
    : sql`cross join post_tags where tag_follows.member_id = ${reader.id} and ${isCounted}`
  const id = isPostgres(db) ? sql`found.id` : sql`post_tags.post_id`
  return readCount(
    db,
    sql`select count(*) as count from (select distinct ${id} from tag_follows ${posts} limit ${max}) as counted`,
  )
}
