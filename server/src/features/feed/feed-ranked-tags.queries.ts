import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import type { Reader } from './feed-authors.ts'
import { isTagPostSeen } from './feed-tags.queries.ts'

interface Page {
  readonly limit: number
  readonly after?: { readonly likes: number; readonly at: number }
  /** A condition on rows of `post_tags`: others are left out. */
  readonly isListed?: RawBuilder<unknown>
}

/**
 * The posts with followed tags in the order of Trending, each once: a select of `id` and `likes`. The lists of the tags
 * are merged as in the feeds that are ordered by id (merged-lists.queries.ts), from an index in this order.
 */
export function rankTagged(db: Connection, reader: Reader, page: Page): RawBuilder<unknown> {
  return isPostgres(db) ? onPostgres(db, reader, page) : onSqlite(db, reader, page)
}

function onSqlite(db: Connection, reader: Reader, { limit, after, isListed = sql`true` }: Page) {
  const isPast = after ? sql`and (first_ones.like_count, first_ones.post_id) < (${after.likes}, ${after.at})` : sql``
  return sql`
    with recursive walk (tag, likes, id) as (
      select tag_id, like_count, post_id from tag_follows cross join post_tags using (tag_id)
      where member_id = ${reader.id} and post_id = (
        select first_ones.post_id from post_tags as first_ones
        where first_ones.tag_id = tag_follows.tag_id ${isPast}
        order by first_ones.like_count desc, first_ones.post_id desc limit 1)
      union all
      select tag, like_count, post_id from walk cross join post_tags on tag_id = walk.tag
      where post_id = (
        select next_ones.post_id from post_tags as next_ones
        where next_ones.tag_id = walk.tag and (next_ones.like_count, next_ones.post_id) < (walk.likes, walk.id)
        order by next_ones.like_count desc, next_ones.post_id desc limit 1)
      order by 2 desc, 3 desc
    )
    select distinct walk.id, walk.likes from walk
    cross join post_tags on post_tags.tag_id = walk.tag and post_tags.post_id = walk.id
    where ${isTagPostSeen(db, reader)} and ${isListed} limit ${limit}`
}

function onPostgres(db: Connection, reader: Reader, { limit, after, isListed = sql`true` }: Page) {
  const rank = sql`(post_tags.like_count, post_tags.post_id)`
  const isPast = after ? sql`and ${rank} < (${after.likes}, ${after.at})` : sql``
  const isOnPage = sql`${isTagPostSeen(db, reader)} and ${isListed} ${isPast}`
  const next = (count: number) => sql`order by post_tags.like_count desc, post_tags.post_id desc limit ${count}`
  const bound = sql`(coalesce((select likes from bound), 0), coalesce((select id from bound), 0))`
  const ofTag = (tag: RawBuilder<unknown>, more: RawBuilder<unknown>) => sql`
    select post_tags.like_count as likes, post_tags.post_id as id from post_tags
    where post_tags.tag_id = ${tag} and ${isOnPage} ${more}`
  return sql`
    with firsts as materialized (
      select tag_follows.tag_id as tag, first_one.likes, first_one.id
      from tag_follows cross join lateral (${ofTag(sql`tag_follows.tag_id`, next(1))}) as first_one
      where tag_follows.member_id = ${reader.id}
    ),
    bound as (
      select likes, id from (select distinct likes, id from firsts) as distinct_firsts
      order by likes desc, id desc limit 1 offset ${limit - 1}
    )
    select distinct found.id, found.likes from firsts
    cross join lateral (${ofTag(sql`firsts.tag`, sql`and ${rank} >= ${bound} ${next(limit)}`)}) as found
    where (firsts.likes, firsts.id) >= ${bound}
    order by likes desc, id desc limit ${limit}`
}

/** The posts with followed tags that are in `since`, whose deltas are subtracted: a select of `id` and `likes`. */
export const changedTagged = (db: Connection, reader: Reader): RawBuilder<unknown> => sql`
  select post_tags.post_id as id, post_tags.like_count - since.delta as likes
  from since cross join post_tags
  where post_tags.post_id = since.id and ${isTagPostSeen(db, reader)}
    and post_tags.tag_id in (select tag_id from tag_follows where member_id = ${reader.id})`
