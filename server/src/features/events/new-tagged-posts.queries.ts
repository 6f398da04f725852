import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/in-list.ts'
import type { MemberId, PostId } from '../../database/schema.ts'
import { isTagPostForEveryone } from '../tags/tag-posts.queries.ts'
import { unseenBy } from '../visibility/visibility.ts'
import { type NewPostsQuery, requestRows } from './events.queries.ts'

/**
 * As listNewPosts, for posts with followed hashtags by members whom the viewer sees and has not muted.
 * @param posts restricts them to these posts; null for all posts
 */
export async function listNewTaggedPosts(
  db: Connection,
  requests: readonly NewPostsQuery[],
  posts: readonly PostId[] | null,
  limit: number,
): Promise<readonly { readonly viewer: MemberId; readonly id: PostId }[]> {
  const request = requestRows(db, requests)
  // SQLite joins in this order: from few posts to those who follow their tags, or from few viewers to their tags.
  const rows =
    posts === null
      ? sql`${request} as request
          cross join tag_follows cross join post_tags
          where tag_follows.member_id = request.viewer and post_tags.tag_id = tag_follows.tag_id`
      : sql`post_tags cross join tag_follows cross join ${request} as request
          where ${isIn(db, 'post_tags.post_id', posts)} and tag_follows.tag_id = post_tags.tag_id
            and tag_follows.member_id = request.viewer`
  const { rows: found } = await sql<{ viewer: MemberId; id: PostId }>`
    select viewer, id from (
      select viewer, id, row_number() over (partition by viewer order by id desc) as rank from (
        select distinct request.viewer, post_tags.post_id as id from ${rows}
          and post_tags.post_id > request.floor and post_tags.author_id <> request.viewer and ${isTagPostForEveryone}
          and not exists (
            select 1 from mutes where muter_id = request.viewer and muted_id = post_tags.author_id
              and (ends_at is null or ends_at > ${Date.now()}))
          and post_tags.author_id not in ${unseenBy(sql.ref('request.viewer'))}
      ) as tagged
    ) as ranked
    where rank <= ${limit} order by id`.execute(db)
  return found
}

/** The posts with hashtags after this id; null if they have more than `limit` hashtags. */
export async function listRecentTagged(db: Connection, floor: number, limit: number): Promise<PostId[] | null> {
  const rows = await db
    .selectFrom('post_tags')
    .select('post_id')
    .where('post_id', '>', floor as PostId)
    .orderBy('post_id', 'desc')
    .limit(limit + 1)
    .execute()
  return rows.length > limit ? null : [...new Set(rows.map((row) => row.post_id))]
}
