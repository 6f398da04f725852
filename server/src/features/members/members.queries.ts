import { type Insertable, sql, type Updateable } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn, isNotIn } from '../../database/in-list.ts'
import type { NestedList } from '../../database/nested-lists.ts'
import { type CursorCodec, cursorCodec, ID_CODEC, type PageRequest } from '../../database/paging.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, Schema } from '../../database/schema.ts'
import { HIDDEN_POSTS, isVisible } from './visibility.ts'

const SUMMARY = ['id', 'username', 'first_name', 'last_name', 'avatar_url'] as const
const RECORD = [
  ...SUMMARY,
  'email',
  'bio',
  'website',
  'extra',
  'followers_count',
  'following_count',
  'posts_count',
  'role',
  'unread_decisions',
  'updated_at',
] as const

export type SummaryRow = Pick<MemberRow, (typeof SUMMARY)[number]>
export type MemberRow = Awaited<ReturnType<typeof rowsOf.all>>[number]

export const FOLLOWERS: NestedList = {
  table: 'follows',
  owner: 'followed_id',
  entry: 'follower_id',
  order: 'at',
  member: sql`list.follower_id`,
}
export const FOLLOWING: NestedList = {
  ...FOLLOWERS,
  owner: 'follower_id',
  entry: 'followed_id',
  member: sql`list.followed_id`,
}

export const BOOKMARKS: NestedList = {
  table: 'bookmarks',
  owner: 'member_id',
  entry: 'post_id',
  order: 'at',
  member: sql`(select author_id from posts where posts.id = list.post_id)`,
  where: sql`list.post_id not in (${HIDDEN_POSTS})`,
}

type Ids = { readonly ids: readonly MemberId[] }

const rowsOf = prepared((db, { ids }: Ids) =>
  db
    .selectFrom('members')
    .leftJoin('pinned_posts', 'pinned_posts.member_id', 'members.id')
    .select(RECORD)
    .select('pinned_posts.post_id as pinned_post')
    .where(isIn(db, 'members.id', ids))
    .where(isVisible),
)
const summariesOf = prepared((db, { ids }: Ids) =>
  db
    .selectFrom('members')
    .select(SUMMARY)
    .where(isIn(db, 'members.id', ids))
    .where(isVisible),
)

export function listRows(db: Connection, ids: readonly MemberId[]) {
  return rowsOf.all(db, { ids })
}

export function listSummaryRows(db: Connection, ids: readonly MemberId[]): Promise<SummaryRow[]> {
  return summariesOf.all(db, { ids })
}

const byUsername = prepared((db, { key }: { key: string }) =>
  db.selectFrom('members').select('id').where('username_key', '=', key),
)

/** Usernames are looked up without regard to case. */
export async function findIdByUsername(db: Connection, username: string): Promise<MemberId | null> {
  return (await byUsername.first(db, { key: username.toLowerCase() }))?.id ?? null
}

const lockedMembers = prepared((db, { ids }: Ids) =>
  db
    .selectFrom('members')
    .select('id')
    .where(isIn(db, 'id', ids))
    .where(isVisible)
    .orderBy('id')
    .$if(isPostgres(db), (query) => query.forKeyShare()),
)

/**
 * Locks both members against removal until the transaction ends, in the order of their ids, as a block does.
 * @returns false if there is no such target
 */
export async function lockMembers(db: Connection, viewer: MemberId, target: MemberId): Promise<boolean> {
  return (await lockedMembers.all(db, { ids: [viewer, target] })).some((row) => row.id === target)
}

export const MEMBERS_CURSOR: CursorCodec<{ id: number }> = cursorCodec('members', { id: ID_CODEC })

/** @param hidden leaves out these members */
export function listIdsNewestFirst(
  db: Connection,
  { limit, after }: PageRequest<{ id: number }>,
  hidden: Float64Array,
) {
  return db
    .selectFrom('members')
    .select('id')
    .$if(hidden.length > 0, (query) => query.where(isNotIn(db, 'id', hidden)))
    .$if(after !== null, (query) => query.where('id', '<', (after?.id ?? 0) as MemberId))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** @returns false if the username is taken, in any case */
export async function insertMember(db: Connection, row: Insertable<Schema['members']>): Promise<boolean> {
  const result = await db
    .insertInto('members')
    .values(row)
    .onConflict((conflict) => conflict.column('username_key').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

export async function updateMember(db: Connection, id: MemberId, change: Updateable<Schema['members']>): Promise<void> {
  await db.updateTable('members').set(change).where('id', '=', id).execute()
}

/** The member's present avatar, locked until the transaction ends. */
export async function findAvatarForEdit(db: Connection, id: MemberId): Promise<string | null> {
  const row = await db
    .selectFrom('members')
    .select('avatar_url')
    .where('id', '=', id)
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  return row?.avatar_url ?? null
}

const relationsOf = prepared((db, { viewer, ids }: Ids & { readonly viewer: MemberId }) =>
  db
    .selectFrom('follows')
    .select(['followed_id as id', sql<0 | 1>`1`.as('following')])
    .where('follower_id', '=', viewer)
    .where(isIn(db, 'followed_id', ids))
    .unionAll(
      db
        .selectFrom('follows')
        .select(['follower_id as id', sql<0 | 1>`0`.as('following')])
        .where('followed_id', '=', viewer)
        .where(isIn(db, 'follower_id', ids)),
    ),
)

/** Which of `ids` the viewer follows, and which follow the viewer. */
export async function listRelations(db: Connection, viewer: MemberId, ids: readonly MemberId[]) {
  const rows = await relationsOf.all(db, { viewer, ids })
  return {
    following: new Set(rows.filter((row) => row.following === 1).map((row) => row.id)),
    followedBy: new Set(rows.filter((row) => row.following === 0).map((row) => row.id)),
  }
}
