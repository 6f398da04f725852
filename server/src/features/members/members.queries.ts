import { type Insertable, sql, type Updateable } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn, isNotIn, isOneOf } from '../../database/in-list.ts'
import type { NestedList } from '../../database/nested-lists.ts'
import { type CursorCodec, cursorCodec, ID_CODEC, type PageRequest } from '../../database/paging.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, Schema } from '../../database/schema.ts'
import { isReadableBy } from '../visibility/audience.ts'
import { isPostVisible, isVisible } from '../visibility/visibility.ts'

export const SUMMARY = ['id', 'username', 'first_name', 'last_name', 'avatar_url'] as const
const RECORD = [
  ...SUMMARY,
  'email',
  'bio',
  'website',
  'pronouns',
  'header_name',
  'fields',
  'extra',
  'followers_count',
  'following_count',
  'posts_count',
  'role',
  'unread_decisions',
  'unread_events',
  'resumes_home',
  'is_bot',
  'who_may_repost',
  'who_may_quote',
  'read_warnings',
  'sensitive_media',
  'languages',
  'locale',
  'is_private',
  'limited_at',
  'updated_at',
] as const

export type SummaryRow = Pick<MemberRow, (typeof SUMMARY)[number]>
export type MemberRow = Awaited<ReturnType<typeof listRows>>[number]

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
  where: sql`exists (
    select 1 from posts join members on members.id = posts.author_id
    where posts.id = list.post_id and ${isPostVisible} and ${isReadableBy(sql`list.member_id`)})`,
}

type Ids = { readonly ids: readonly MemberId[] }

export const listRows = prepared((db, { ids }: Ids) =>
  db
    .selectFrom('members')
    .leftJoin('pinned_posts', 'pinned_posts.member_id', 'members.id')
    .select(RECORD)
    .select('pinned_posts.post_id as pinned_post')
    .where(isIn(db, 'members.id', ids))
    .where(isVisible),
).all
export const listSummaryRows = prepared((db, { ids }: Ids) =>
  db
    .selectFrom('members')
    .select(SUMMARY)
    .where(isIn(db, 'members.id', ids))
    .where(isVisible),
).all

const byUsername = prepared((db, { key }: { key: string }) =>
  db.selectFrom('members').select(['id', 'is_private', 'limited_at']).where('username_key', '=', key),
)

/** @param keys usernames in lower case */
export const listIdsByKeys = prepared((db, { keys }: { keys: readonly string[] }) =>
  db
    .selectFrom('members')
    .select('id')
    .where(isOneOf(db, 'username_key', keys))
    .where(isVisible),
).all

/** Usernames are looked up without regard to case. @returns the member's id and audience; null if there is none */
export async function findByUsername(db: Connection, username: string) {
  return (await byUsername.first(db, { key: username.toLowerCase() })) ?? null
}

export async function findIdByUsername(db: Connection, username: string): Promise<MemberId | null> {
  return (await findByUsername(db, username))?.id ?? null
}

const lockedMembers = prepared((db, { ids }: Ids) =>
  db
    .selectFrom('members')
    .select(['id', 'is_private'])
    .where(isIn(db, 'id', ids))
    .where(isVisible)
    .orderBy('id')
    .$if(isPostgres(db), (query) => query.forKeyShare()),
)

/**
 * Locks both members until the transaction ends, in the order of their ids: against removal, and against writes that
 * lock them alone (`lockAlone`).
 * @returns the target; undefined if there is no such member
 */
export async function lockMembers(db: Connection, viewer: MemberId, target: MemberId) {
  return (await lockedMembers.all(db, { ids: [viewer, target] })).find((row) => row.id === target)
}

/**
 * Locks members in the order of their ids, and so waits for every write that refers to one of them.
 * @returns those who exist
 */
export async function lockAlone(db: Connection, members: readonly MemberId[]): Promise<MemberId[]> {
  const rows = await db
    .selectFrom('members')
    .select('id')
    .where(isIn(db, 'id', members))
    .where(isVisible)
    .orderBy('id')
    .$if(isPostgres(db), (query) => query.forUpdate())
    .execute()
  return rows.map((row) => row.id)
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

/** @returns false if the username is taken, whatever its case */
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

/** The member's present pictures and fields, locked until the transaction ends. */
export function lockProfile(db: Connection, id: MemberId) {
  return db
    .selectFrom('members')
    .select(['avatar_url', 'header_name', 'fields'])
    .where('id', '=', id)
    .$if(isPostgres(db), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
}

type Relation = 'following' | 'hidesReposts' | 'followedBy' | 'requested'

const relationsOf = prepared((db, { viewer, ids }: Ids & { readonly viewer: MemberId }) => {
  return sql<{ id: MemberId; relation: Relation }>`
    select followed_id as id, case when hides_reposts = 1 then 'hidesReposts' else 'following' end as relation
    from follows where follower_id = ${viewer} and ${isIn(db, 'followed_id', ids)}
    union all select follower_id, 'followedBy'
    from follows where followed_id = ${viewer} and ${isIn(db, 'follower_id', ids)}
    union all select followed_id, 'requested'
    from follow_requests where follower_id = ${viewer} and ${isIn(db, 'followed_id', ids)}`
})

/**
 * Which of `ids` the viewer follows, which of these without their reposts, which the viewer has asked to follow, and
 * which follow the viewer.
 */
export async function listRelations(db: Connection, viewer: MemberId, ids: readonly MemberId[]) {
  const rows = await relationsOf.all(db, { viewer, ids })
  const idsOf = (...wanted: Relation[]) =>
    new Set(rows.filter(({ relation }) => wanted.includes(relation)).map((row) => row.id))
  return {
    following: idsOf('following', 'hidesReposts'),
    hidesReposts: idsOf('hidesReposts'),
    followedBy: idsOf('followedBy'),
    requested: idsOf('requested'),
  }
}

const requestsTo = prepared((db, { member }: { member: MemberId }) =>
  db
    .selectFrom('follow_requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('followed_id', '=', member),
)

/**
 * How many requests to follow a member wait. It is counted in the index alone, so it includes those of accounts that
 * are being removed.
 */
export async function countFollowRequests(db: Connection, member: MemberId): Promise<number> {
  return (await requestsTo.first(db, { member }))?.count ?? 0
}
