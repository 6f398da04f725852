import { sql } from 'kysely'
import { isIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId } from '../../database/schema.ts'

/** A member's reactions to a post, one bit each. */
export const LIKED = 1
export const DISLIKED = 2
export const BOOKMARKED = 4
export const REPOSTED = 8
/** The member has voted on a comment on the post. */
export const VOTED = 16

/** A vote in the post's poll is POLLED * (CHOICES * version of the poll + bits of the choices). */
export const POLLED = 32
const CHOICES = 64

/** The kind of a reaction: one of the above. */
export const kindOf = (reaction: number): number => (reaction < POLLED ? reaction : POLLED)

/** Reactions to the post itself. */
export const POST_REACTIONS = [LIKED, DISLIKED, BOOKMARKED, REPOSTED, POLLED] as const

export interface ReactionRow {
  readonly post_id: PostId
  /** Greater than POLLED for a vote in a poll. */
  readonly reaction: number
}

/** All reactions to each post, as one number: bits, and the vote. */
export function bitsOf(rows: readonly ReactionRow[]): Map<PostId, number> {
  const bits = new Map<PostId, number>()
  for (const { post_id: post, reaction } of rows) {
    const known = bits.get(post) ?? 0
    // A vote has more bits than JavaScript's operators, and there is one.
    bits.set(post, reaction < POLLED ? known - (known % POLLED) + ((known % POLLED) | reaction) : known + reaction)
  }
  return bits
}

/** The choices in the poll of this version, from what bitsOf has made; 0 for none. */
export function choicesIn(reactions: number, version: number): number {
  const vote = Math.floor(reactions / POLLED)
  return Math.floor(vote / CHOICES) === version ? vote % CHOICES : 0
}

const vote = sql`${sql.lit(POLLED)} * (${sql.lit(CHOICES)} * cast(version as bigint) + choices)`

interface Newest {
  readonly member: MemberId
  readonly limit: number
}

/**
 * Likes, dislikes, bookmarks, reposts, and votes in polls, of the newest posts, `limit` of each.
 * @param since the lowest id of a post
 */
function newest({ member, limit }: Newest, since: number) {
  const posts = (table: 'likes' | 'dislikes' | 'bookmarks' | 'reposts') => sql`
    select post_id from ${sql.table(table)} where member_id = ${member} and post_id >= ${since}
    order by post_id desc limit ${limit}`
  return sql<ReactionRow>`
    select ${sql.lit(LIKED)} as reaction, post_id from (${posts('likes')}) as liked
    union all select ${sql.lit(DISLIKED)}, post_id from (${posts('dislikes')}) as disliked
    union all select ${sql.lit(BOOKMARKED)}, post_id from (${posts('bookmarks')}) as bookmarked
    union all select ${sql.lit(REPOSTED)}, post_id from (${posts('reposts')}) as reposted
    union all select polled, post_id from (
      select ${vote} as polled, post_id from poll_votes where member_id = ${member} and post_id >= ${since}
      order by post_id desc limit ${limit}) as polled`
}

/** As listNewestReactions, but without votes on comments, and only for posts with the id `since` or a later one. */
export const listReactionsSince = prepared((_db, { member, limit, since }: Newest & { since: PostId }) =>
  newest({ member, limit }, since),
).all

/**
 * A member's likes, dislikes, bookmarks, reposts, and votes in polls, of the newest posts, up to `limit` of each. In
 * addition, up to `limit` votes on comments of any posts, with the comments' posts.
 */
export const listNewestReactions = prepared((_db, { member, limit }: Newest) => {
  return sql<ReactionRow>`
    ${newest({ member, limit }, 0)}
    union all select ${sql.lit(VOTED)}, post_id from (
      select comments.post_id from comment_votes join comments on comments.id = comment_votes.comment_id
      where comment_votes.member_id = ${member} limit ${limit}
    ) as voted`
}).all

/** A member's reactions to these posts, except votes on their comments. */
export const listReactions = prepared((db, { member, posts }: { member: MemberId; posts: readonly PostId[] }) => {
  const ofThese = isIn(db, 'post_id', posts)
  return sql<ReactionRow>`
    select ${sql.lit(LIKED)} as reaction, post_id from likes where ${ofThese} and member_id = ${member}
    union all select ${sql.lit(DISLIKED)}, post_id from dislikes where ${ofThese} and member_id = ${member}
    union all select ${sql.lit(BOOKMARKED)}, post_id from bookmarks where member_id = ${member} and ${ofThese}
    union all select ${sql.lit(REPOSTED)}, post_id from reposts where member_id = ${member} and ${ofThese}
    union all select ${vote}, post_id from poll_votes where member_id = ${member} and ${ofThese}`
}).all
