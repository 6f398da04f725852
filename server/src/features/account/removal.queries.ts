import { DEFAULT_AVATARS } from '@quack/contract/rules/avatars'
import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn } from '../../database/in-list.ts'
import type { MemberId, PostId } from '../../database/schema.ts'

/**
 * Rows of a kind that one transaction removes at most. Transactions stay short, so that other writers do not wait long;
 * and caches are told of each row: a like invalidates up to six times, and once more for each hashtag of its post. On
 * SQLite, a transaction with more than 1,000 of these invalidates everything.
 */
export const BATCH = 160

/**
 * Anonymises the account: the row keeps no name, address, password or profile, the username is free, and queries that
 * show members, posts or comments exclude it.
 * @returns false if the member is gone or being removed already
 */
export async function markDeleted(db: Connection, member: MemberId, now: number): Promise<boolean> {
  // Usernames cannot contain this character, so this one is never taken.
  const name = `~${member}`
  const result = await db
    .updateTable('members')
    .set({
      username: name,
      username_key: name,
      first_name: 'Deleted',
      last_name: 'member',
      email: '',
      email_confirmed_at: null,
      password_hash: '',
      avatar_url: DEFAULT_AVATARS[0],
      bio: '',
      website: '',
      pronouns: '',
      header_name: null,
      fields: '[]',
      extra: '{}',
      languages: '',
      locale: '',
      seen_locale: '',
      role: null,
      updated_at: now,
      deleted_at: now,
    })
    .where('id', '=', member)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Members whose removal has begun, by id. @param after only those with larger ids */
export async function listDeleted(db: Connection, { after, limit }: { after: MemberId; limit: number }) {
  const deleted = db.selectFrom('members').select('id').where('deleted_at', 'is not', null).where('id', '>', after)
  const rows = await deleted.orderBy('id').limit(limit).execute()
  return rows.map((row) => row.id)
}

/**
 * Locks the member until the transaction ends, so that nothing of theirs is written meanwhile.
 * @returns false if no such member is being removed
 */
export async function lockDeleted(db: Connection, member: MemberId): Promise<boolean> {
  const row = await db
    .selectFrom('members')
    .select('id')
    .where('id', '=', member)
    .where('deleted_at', 'is not', null)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .executeTakeFirst()
  return row !== undefined
}

export async function deleteRow(db: Connection, member: MemberId): Promise<void> {
  await db.deleteFrom('members').where('id', '=', member).execute()
}

/** The member's oldest posts, with their media. */
export function listPosts(db: Connection, member: MemberId, limit: number) {
  return db
    .selectFrom('posts')
    .select(['id', 'media_url'])
    .where('author_id', '=', member)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** @returns the ids of the member's own comments, oldest first, with their posts */
export function listComments(db: Connection, member: MemberId, limit: number) {
  return db
    .selectFrom('comments')
    .select(['id', 'post_id'])
    .where('author_id', '=', member)
    .orderBy('id')
    .limit(limit)
    .execute()
}

/** @returns ids of comments on these posts */
export async function listCommentsUnder(db: Connection, posts: readonly number[], limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('comments')
    .select('id')
    .where(isIn(db, 'post_id', posts))
    .limit(limit)
    .execute()
  return rows.map((row) => row.id)
}

export async function deleteComments(db: Connection, ids: readonly number[]): Promise<void> {
  await db
    .deleteFrom('comments')
    .where(isIn(db, 'id', ids))
    .execute()
}

const EVENT_KEY = sql`actor_id, kind, source_id, recipient_id`

/** Deletes at most `limit` events of notifications of a member, or that the member caused. @returns how many */
export async function deleteEvents(
  db: Connection,
  column: 'recipient_id' | 'actor_id',
  member: MemberId,
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    delete from notification_events where (${EVENT_KEY}) in (
      select ${EVENT_KEY} from notification_events where ${sql.ref(column)} = ${member} limit ${limit})
    returning 1`.execute(db)
  return rows.length
}

/** Deletes at most `limit` notifications about these posts, or of their events if there are any. @returns how many */
export async function deleteNotificationsUnder(
  db: Connection,
  posts: readonly number[],
  limit: number,
): Promise<number> {
  const groups = sql`
    select recipient_id, id from notification_groups where ${isIn(db, 'post_id', posts)}
    order by post_id, recipient_id, kind, target_id, id limit ${limit}`
  const events = await sql`
    delete from notification_events where (${EVENT_KEY}) in (
      select ${EVENT_KEY} from notification_events where (recipient_id, group_id) in (${groups}) limit ${limit})
    returning 1`.execute(db)
  if (events.rows.length > 0) return events.rows.length
  const { rows } = await sql`
    delete from notification_groups where (recipient_id, id) in (${groups}) returning 1`.execute(db)
  return rows.length
}

/**
 * Deletes at most `limit` rows that belong to these posts or comments.
 * @param from a table whose rows `by` and `and` identify
 * @returns how many
 */
export async function deleteDependents(
  db: Connection,
  { table, by, and }: { table: string; by: string; and: string },
  ids: readonly number[],
  limit: number,
): Promise<number> {
  const { rows } = await sql`
    delete from ${sql.table(table)} where (${sql.ref(by)}, ${sql.ref(and)}) in (
      select ${sql.ref(by)}, ${sql.ref(and)} from ${sql.table(table)} where ${isIn(db, by, ids)} limit ${limit})
    returning 1`.execute(db)
  return rows.length
}

/** Deletes at most `limit` rows with the member as `owner`. @returns the column `of` of each, and the columns `also` */
export async function deleteOwn<Row extends object>(
  db: Connection,
  from: { table: string; owner: string; of: string },
  member: MemberId,
  limit: number,
  also: readonly string[] = [],
): Promise<Row[]> {
  const { table, owner, of } = from
  const { rows } = await sql<Row>`
    delete from ${sql.table(table)} where ${sql.ref(owner)} = ${member} and ${sql.ref(of)} in (
      select ${sql.ref(of)} from ${sql.table(table)} where ${sql.ref(owner)} = ${member} limit ${limit})
    returning ${sql.join([of, ...also].map((column) => sql.ref(column)))}`.execute(db)
  return rows
}

/** Subtracts one from a count of each of these rows. */
export async function decrement(
  db: Connection,
  table: 'posts' | 'members' | 'comments',
  column: string,
  ids: readonly number[],
): Promise<void> {
  await sql`
    update ${sql.table(table)} set ${sql.ref(column)} = ${sql.ref(column)} - 1 where ${isIn(db, 'id', ids)}`.execute(db)
}

/** Subtracts one like as a dislike does, never below 0. @returns the posts whose count has changed */
export async function lowerLikeCounts(db: Connection, posts: readonly PostId[]): Promise<PostId[]> {
  const { rows } = await sql<{ id: PostId }>`
    update posts set like_count = like_count - 1 where ${isIn(db, 'id', posts)} and like_count > 0
    returning id`.execute(db)
  return rows.map((row) => row.id)
}
