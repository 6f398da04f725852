import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/is-in.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId } from '../../database/schema.ts'

/** A member's reactions to a post, one bit each. */
export const LIKED = 1
export const DISLIKED = 2
export const BOOKMARKED = 4
/** The member has voted on a comment of the post. */
export const VOTED = 8

export interface ReactionRow {
  readonly post_id: PostId
  readonly reaction: typeof LIKED | typeof DISLIKED | typeof BOOKMARKED | typeof VOTED
}

const newestReactions = prepared((_db, { member, limit }: { member: MemberId; limit: number }) => {
  const newest = (table: 'likes' | 'dislikes' | 'bookmarks') => sql`
    select post_id from ${sql.table(table)} where member_id = ${member} order by post_id desc limit ${limit}`
  return sql<ReactionRow>`
    select ${sql.lit(LIKED)} as reaction, post_id from (${newest('likes')}) as liked
    union all select ${sql.lit(DISLIKED)}, post_id from (${newest('dislikes')}) as disliked
    union all select ${sql.lit(BOOKMARKED)}, post_id from (${newest('bookmarks')}) as bookmarked
    union all select ${sql.lit(VOTED)}, post_id from (
      select comments.post_id from comment_votes join comments on comments.id = comment_votes.comment_id
      where comment_votes.member_id = ${member} limit ${limit}
    ) as voted`
})

/**
 * The newest `limit` posts that a member has liked, disliked and bookmarked (each), and any `limit` votes on comments,
 * by the comments' posts.
 */
export function listNewestReactions(db: Connection, member: MemberId, limit: number): Promise<ReactionRow[]> {
  return newestReactions.all(db, { member, limit })
}

const reactionsOn = prepared((db, { member, posts }: { member: MemberId; posts: readonly PostId[] }) => {
  const ofThese = isIn(db, 'post_id', posts)
  return sql<ReactionRow>`
    select ${sql.lit(LIKED)} as reaction, post_id from likes where ${ofThese} and member_id = ${member}
    union all select ${sql.lit(DISLIKED)}, post_id from dislikes where ${ofThese} and member_id = ${member}
    union all select ${sql.lit(BOOKMARKED)}, post_id from bookmarks where member_id = ${member} and ${ofThese}`
})

/** A member's reactions to these posts, except votes on their comments. */
export function listReactions(db: Connection, member: MemberId, posts: readonly PostId[]): Promise<ReactionRow[]> {
  return reactionsOn.all(db, { member, posts })
}
