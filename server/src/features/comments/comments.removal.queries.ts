import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/in-list.ts'
import type { CommentId, PostId } from '../../database/schema.ts'

/** @returns the post of each comment that was there */
export async function deleteComments(db: Connection, ids: readonly CommentId[]): Promise<PostId[]> {
  const rows = await db
    .deleteFrom('comments')
    .where(isIn(db, 'id', ids))
    .returning('post_id')
    .execute()
  return rows.map((row) => row.post_id)
}

/** Subtracts from each post's comment_count the number of times that it is in the list. */
export async function lowerCommentCounts(db: Connection, posts: readonly PostId[]): Promise<void> {
  const byCount = Map.groupBy([...Map.groupBy(posts, (id) => id)], ([, named]) => named.length)
  for (const [count, group] of byCount) {
    const ids = group.map(([id]) => id)
    await sql`update posts set comment_count = comment_count - ${count} where ${isIn(db, 'id', ids)}`.execute(db)
  }
}
