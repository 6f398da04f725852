import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn } from '../../database/in-list.ts'
import type { CommentId, PostId } from '../../database/schema.ts'

/**
 * Locks the posts of these comments, which writes that lock both do first; and the newest post first, as deletions of
 * posts do. SQLite has one writer at a time.
 */
export async function lockPostsOf(db: Connection, ids: readonly CommentId[]): Promise<void> {
  if (!isPostgres(db)) return
  await sql`
    select id from posts where id in (select post_id from comments where ${isIn(db, 'id', ids)})
    order by id desc for no key update`.execute(db)
}

/**
 * Deletes comments. Those that have answers leave their places. Their posts must be locked, so that nobody answers them
 * meanwhile.
 * @returns the post of each comment that was there
 */
export async function deleteComments(db: Connection, ids: readonly CommentId[]): Promise<PostId[]> {
  const { rows: placed } = await sql<{ id: CommentId }>`
    insert into comment_places (id, post_id, answers_id, top_id)
    select id, post_id, answers_id, coalesce(top_id, id) from comments
    where ${isIn(db, 'id', ids)} and (
      exists (select 1 from comments as answer where answer.answers_id = comments.id)
      or exists (
        select 1 from comment_places as place
        where place.top_id = coalesce(comments.top_id, comments.id) and place.answers_id = comments.id))
    returning id`.execute(db)
  const rows = await db
    .deleteFrom('comments')
    .where(isIn(db, 'id', ids))
    .returning(['post_id', 'id', 'top_id'])
    .execute()
  // Without an answer, no place of a branch is shown.
  if (placed.length > 0 || rows.some((row) => row.top_id !== null)) {
    const branches = rows.map((row) => row.top_id ?? row.id)
    await sql`
      delete from comment_places where ${isIn(db, 'top_id', branches)}
        and not exists (select 1 from comments where comments.top_id = comment_places.top_id)`.execute(db)
  }
  return rows.map((row) => row.post_id)
}
