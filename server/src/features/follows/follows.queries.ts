import { type Insertable, sql } from 'kysely'
import { isTimeToForget, oldestEvent } from '../../database/as-of.ts'
import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/is-in.ts'
import { cursorForm, type PageRequest } from '../../database/paging.ts'
import type { MemberId, Schema } from '../../database/schema.ts'

/** @returns false when the follower follows them already */
export async function insertFollow(db: Connection, follower: MemberId, followed: MemberId, at: number) {
  const result = await db
    .insertInto('follows')
    .values({ follower_id: follower, followed_id: followed, at })
    .onConflict((conflict) => conflict.columns(['follower_id', 'followed_id']).doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** @returns false when the follower did not follow them */
export async function deleteFollow(db: Connection, follower: MemberId, followed: MemberId): Promise<boolean> {
  const result = await db
    .deleteFrom('follows')
    .where('follower_id', '=', follower)
    .where('followed_id', '=', followed)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Notes a change of who follows whom; forgets those that no cursor can reach back to any more. */
export async function noteFollowEvent(
  db: Connection,
  at: number,
  follower: MemberId,
  followed: MemberId,
  delta: 1 | -1,
): Promise<void> {
  await noteFollowEvents(db, [{ at, follower_id: follower, followed_id: followed, delta }])
  if (isTimeToForget()) await db.deleteFrom('follow_events').where('at', '<', oldestEvent(at)).execute()
}

export async function noteFollowEvents(db: Connection, rows: readonly Insertable<Schema['follow_events']>[]) {
  if (rows.length > 0) await db.insertInto('follow_events').values(rows).execute()
}

export async function countFollow(db: Connection, follower: MemberId, followed: MemberId, by: 1 | -1): Promise<void> {
  await db
    .updateTable('members')
    .set({
      following_count: sql`following_count + case id when ${follower} then ${sql.lit(by)} else 0 end`,
      followers_count: sql`followers_count + case id when ${followed} then ${sql.lit(by)} else 0 end`,
    })
    .where(isIn(db, 'members.id', [follower, followed]))
    .execute()
}

export const FOLLOWERS_CURSOR = cursorForm('followers', ['at'])
export const FOLLOWING_CURSOR = cursorForm('following', ['at'])

export function listFollowers(db: Connection, member: MemberId, { limit, after }: PageRequest<{ at: number }>) {
  return db
    .selectFrom('follows')
    .select(['follower_id as id', 'at'])
    .where('followed_id', '=', member)
    .$if(after !== null, (query) => query.where('at', '<', after?.at ?? 0))
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
}

export function listFollowing(db: Connection, member: MemberId, { limit, after }: PageRequest<{ at: number }>) {
  return db
    .selectFrom('follows')
    .select(['followed_id as id', 'at'])
    .where('follower_id', '=', member)
    .$if(after !== null, (query) => query.where('at', '<', after?.at ?? 0))
    .orderBy('at', 'desc')
    .limit(limit)
    .execute()
}

/** Everybody whom a member follows, in the order of their ids. */
export async function listAllFollowed(db: Connection, member: MemberId): Promise<MemberId[]> {
  const rows = await db
    .selectFrom('follows')
    .select('followed_id')
    .where('follower_id', '=', member)
    .orderBy('followed_id')
    .execute()
  return rows.map((row) => row.followed_id)
}
