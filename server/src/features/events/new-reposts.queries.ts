import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/in-list.ts'
import type { MemberId } from '../../database/schema.ts'
import { isRepostable } from '../posts/post-lists.queries.ts'
import { isVisible, unseenBy } from '../visibility/visibility.ts'
import { type NewPostsQuery, requestRows } from './events.queries.ts'

/**
 * Posts with more reposts are no news: it would have to be found out for each viewer who of them is followed. They are
 * in the feed when it is read.
 */
const NEWS_REPOSTS_MAX = 50

/**
 * As listNewPosts, for reposts that bring posts into the viewers' feeds (feed-reposts.queries.ts).
 * @param reposts restricts them to these; null for all
 */
export async function listNewReposts(
  db: Connection,
  requests: readonly NewPostsQuery[],
  reposts: readonly number[] | null,
  limit: number,
): Promise<readonly { readonly viewer: MemberId; readonly id: number }[]> {
  const request = requestRows(db, requests)
  const viewer = sql.ref('request.viewer')
  // SQLite joins in this order: from few reposts to followers of their members, or from few viewers to their reposts.
  const rows =
    reposts === null
      ? sql`${request} as request cross join follows cross join reposts
          where follows.follower_id = request.viewer and reposts.member_id = follows.followed_id`
      : sql`reposts cross join follows cross join ${request} as request
          where ${isIn(db, 'reposts.id', reposts)} and follows.followed_id = reposts.member_id
            and follows.follower_id = request.viewer`
  const isMuted = (member: string) => sql`exists (
    select 1 from mutes where muter_id = ${viewer} and muted_id = ${sql.ref(member)}
      and (ends_at is null or ends_at > ${Date.now()}))`
  const { rows: found } = await sql<{ viewer: MemberId; id: number }>`
    select viewer, id from (
      select viewer, id, row_number() over (partition by viewer order by id desc) as rank from (
        select request.viewer, reposts.id from ${rows}
          and reposts.id > request.floor and follows.hides_reposts = 0 and not ${isMuted('reposts.member_id')}
          and exists (
            select 1 from posts join members on members.id = posts.author_id
            where posts.id = reposts.post_id and posts.repost_count <= ${NEWS_REPOSTS_MAX} and ${isRepostable}
              and posts.author_id <> ${viewer} and posts.author_id not in ${unseenBy(viewer)}
              and not ${isMuted('posts.author_id')}
              and not exists (
                select 1 from follows as reading
                where reading.follower_id = ${viewer} and reading.followed_id = posts.author_id)
              and not exists (
                select 1 from post_tags join tag_follows on tag_follows.tag_id = post_tags.tag_id
                where post_tags.post_id = posts.id and tag_follows.member_id = ${viewer}))
          and not exists (
            select 1 from reposts as earlier
            join follows as wanted on wanted.followed_id = earlier.member_id and wanted.follower_id = ${viewer}
            join members on members.id = earlier.member_id
            where earlier.post_id = reposts.post_id and earlier.id < reposts.id and wanted.hides_reposts = 0
              and ${isVisible} and not ${isMuted('earlier.member_id')})
      ) as reposted
    ) as ranked
    where rank <= ${limit} order by id`.execute(db)
  return found
}

/** The reposts after this id; null if there are more than `limit`. */
export async function listRecentReposts(db: Connection, floor: number, limit: number): Promise<number[] | null> {
  const rows = await db
    .selectFrom('reposts')
    .select('id')
    .where('id', '>', floor)
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.length > limit ? null : rows.map((row) => row.id)
}
