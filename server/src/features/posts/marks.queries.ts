import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/is-in.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, PostId } from '../../database/schema.ts'

type Row = { readonly post_id: PostId }

const marked = prepared(
  (_db, { member, limit }: { member: MemberId; limit: number }) => sql<Row>`
    select post_id from likes where member_id = ${member}
    union all select post_id from dislikes where member_id = ${member}
    union all select post_id from bookmarks where member_id = ${member}
    union all
      select comments.post_id from comment_votes join comments on comments.id = comment_votes.comment_id
      where comment_votes.member_id = ${member}
    limit ${limit}`,
)

/** The posts that a member has liked, disliked or bookmarked, or voted on a comment of; some of them more than once. */
export async function listMarked(db: Connection, member: MemberId, limit: number): Promise<PostId[]> {
  return (await marked.all(db, { member, limit })).map((row) => row.post_id)
}

const reacted = prepared((db, { member, posts }: { member: MemberId; posts: readonly PostId[] }) => {
  const ofThese = isIn(db, 'post_id', posts)
  return sql<Row>`
    select post_id from likes where ${ofThese} and member_id = ${member}
    union all select post_id from dislikes where ${ofThese} and member_id = ${member}
    union all select post_id from bookmarks where member_id = ${member} and ${ofThese}`
})

/** Those of the posts that a member has liked, disliked or bookmarked. */
export async function listReacted(db: Connection, member: MemberId, posts: readonly PostId[]): Promise<PostId[]> {
  return (await reacted.all(db, { member, posts })).map((row) => row.post_id)
}
