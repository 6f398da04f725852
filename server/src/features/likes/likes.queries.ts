import { type Insertable, sql } from 'kysely'
import { isTimeToForget, oldestEvent } from '../../database/as-of.ts'
import type { Connection } from '../../database/database.ts'
import { cursorForm, type PageRequest } from '../../database/paging.ts'
import type { MemberId, PostId, Schema } from '../../database/schema.ts'

/**
 * Adds to the running figure, and so holds the post until the transaction ends: likes and dislikes of one post stand
 * in a row. @returns its author; null when there is no such post
 */
export async function raiseLikeCount(db: Connection, id: PostId): Promise<MemberId | null> {
  const row = await db
    .updateTable('posts')
    .set((eb) => ({ like_count: eb('like_count', '+', 1) }))
    .where('id', '=', id)
    .returning('author_id')
    .executeTakeFirst()
  return row?.author_id ?? null
}

/** Takes from the running figure, never below 0. @returns its author; null when it is 0, or there is no such post */
export async function lowerLikeCount(db: Connection, id: PostId): Promise<MemberId | null> {
  const row = await db
    .updateTable('posts')
    .set((eb) => ({ like_count: eb('like_count', '-', 1) }))
    .where('id', '=', id)
    .where('like_count', '>', 0)
    .returning('author_id')
    .executeTakeFirst()
  return row?.author_id ?? null
}

/** @returns false when the member is in the list already */
export async function insertReaction(
  db: Connection,
  list: 'likes' | 'dislikes',
  post: PostId,
  member: MemberId,
  at: number,
): Promise<boolean> {
  const result = await db
    .insertInto(list)
    .values({ post_id: post, member_id: member, at })
    .onConflict((conflict) => conflict.columns(['post_id', 'member_id']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** @returns false when the member was not in the list */
export async function deleteReaction(
  db: Connection,
  list: 'likes' | 'dislikes',
  post: PostId,
  member: MemberId,
): Promise<boolean> {
  const result = await db
    .deleteFrom(list)
    .where('post_id', '=', post)
    .where('member_id', '=', member)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Keeps the lengths of a post's two lists beside them. */
export async function countReactions(db: Connection, post: PostId, likers: number, dislikers: number): Promise<void> {
  await db
    .updateTable('posts')
    .set({
      liked_by_count: sql`liked_by_count + ${sql.lit(likers)}`,
      disliked_by_count: sql`disliked_by_count + ${sql.lit(dislikers)}`,
    })
    .where('id', '=', post)
    .execute()
}

/** Notes a change of like_count; now and then forgets those that no cursor can reach back to any more. */
export async function noteLikeEvent(db: Connection, at: number, post: PostId, delta: 1 | -1): Promise<void> {
  await noteLikeEvents(db, [{ at, post_id: post, delta }])
  if (isTimeToForget()) await db.deleteFrom('like_events').where('at', '<', oldestEvent(at)).execute()
}

export async function noteLikeEvents(db: Connection, rows: readonly Insertable<Schema['like_events']>[]) {
  if (rows.length > 0) await db.insertInto('like_events').values(rows).execute()
}

export const LIKES_CURSOR = cursorForm('likes', ['at'])

export function listLikers(db: Connection, post: PostId, { limit, after }: PageRequest<{ at: number }>) {
  return db
    .selectFrom('likes')
    .select(['member_id as id', 'at'])
    .where('post_id', '=', post)
    .$if(after !== null, (query) => query.where('at', '<', after?.at ?? 0))
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
}
