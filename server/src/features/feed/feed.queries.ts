import type { Sort } from '@quack/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { asOfLast, requireRecent } from '../../database/as-of.ts'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/is-in.ts'
import { type CursorForm, cursorForm, type PageRequest } from '../../database/paging.ts'
import type { MemberId, PostId } from '../../database/schema.ts'

/** The place of a post in a feed. */
export interface FeedPlace {
  readonly id: PostId
  /** Its likes as the feed counts them; 0 where they do not matter. */
  readonly likes: number
  /** The instant the feed's likes are counted at, as an id; 0 where they do not matter. */
  readonly asOf: number
}
type Place = Record<keyof FeedPlace, number>
export type FeedRequest = PageRequest<Place>

/** Where only ids matter. */
export const placeById = (id: PostId): FeedPlace => ({ id, likes: 0, asOf: 0 })

export const FEED_CURSORS: Record<Sort, CursorForm<Place>> = {
  latest: cursorForm('latest', ['asOf', 'likes', 'id']),
  oldest: cursorForm('oldest', ['asOf', 'likes', 'id']),
  trending: cursorForm('trending', ['asOf', 'likes', 'id']),
}

/**
 * The ids of a viewer's home feed: own posts and those of followed members, made when it is read, so that it is exact
 * at any depth and a post costs the same to write whoever follows its author.
 * @throws CursorError for a trending cursor that is too old to be read on from
 */
export async function listFeedIds(
  db: Connection,
  viewer: MemberId,
  sort: Sort,
  page: FeedRequest,
): Promise<readonly FeedPlace[]> {
  const { rows } = await FORMS[sort](isInFeed(db, viewer, sort), page).execute(db)
  return rows
}

/**
 * PostgreSQL reads every post there is where the order is that of likes, unless it is given the authors as an array: 79
 * and 1.7 ms with a million posts. By ids it goes through the newest or oldest posts until it has enough.
 */
function isInFeed(db: Connection, viewer: MemberId, sort: Sort) {
  const followed = sql`select followed_id from follows where follower_id = ${viewer}`
  return isPostgres(db) && sort === 'trending'
    ? sql`posts.author_id = any(array(${followed} union all select ${viewer}::bigint))`
    : sql`(posts.author_id = ${viewer} or posts.author_id in (${followed}))`
}

type Form = (isWanted: RawBuilder<unknown>, page: FeedRequest) => RawBuilder<FeedPlace>

const FORMS: Record<Sort, Form> = {
  latest: (isWanted, { limit, after }) => sql`
    select id, 0 as likes, 0 as "asOf" from posts
    where ${isWanted} ${after ? sql`and id < ${after.id}` : sql``}
    order by id desc limit ${limit}`,

  oldest: (isWanted, { limit, after }) => sql`
    select id, 0 as likes, 0 as "asOf" from posts
    where ${isWanted} ${after ? sql`and id > ${after.id}` : sql``}
    order by id limit ${limit}`,

  trending: (isWanted, { limit, after }) =>
    after ? trendingOn(isWanted, limit, after) : trendingStart(isWanted, limit),
}

/** The first page: likes as they are. */
function trendingStart(isWanted: RawBuilder<unknown>, limit: number): RawBuilder<FeedPlace> {
  return sql`
    select id, like_count as likes, ${asOfLast('like_events')} as "asOf"
    from posts where ${isWanted} order by like_count desc, id desc limit ${limit}`
}

/**
 * A later page, in the order of the first: likes and dislikes since then are counted out again, so that a post that
 * climbs or falls while someone reads is neither shown twice nor passed over.
 */
function trendingOn(isWanted: RawBuilder<unknown>, limit: number, after: Place): RawBuilder<FeedPlace> {
  requireRecent(after.asOf)
  return sql`
    select id, likes, ${sql.lit(after.asOf)} as "asOf" from (
      select posts.id, posts.like_count - coalesce(since.delta, 0) as likes
      from posts
      left join (select post_id, sum(delta) as delta from like_events where at > ${after.asOf} group by post_id) as since
        on since.post_id = posts.id
      where ${isWanted}
    ) as counted
    where (likes, id) < (${after.likes}, ${after.id})
    order by likes desc, id desc limit ${limit}`
}
