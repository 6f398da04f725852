import { type Insertable, type Selectable, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/in-list.ts'
import { cursorCodec, ID_CODEC } from '../../database/paging.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, Schema, TagId } from '../../database/schema.ts'
import { FOLLOWERS, FOLLOWING } from '../members/members.queries.ts'

type Pair = { readonly follower: MemberId; readonly followed: MemberId }

/** @returns false if the follower follows them already */
export const insertFollow = prepared((db, { follower, followed, at }: Pair & { at: number }) =>
  db
    .insertInto('follows')
    .values({ follower_id: follower, followed_id: followed, at })
    .onConflict((conflict) => conflict.columns(['follower_id', 'followed_id']).doNothing()),
).changes

/** @returns false if the follower did not follow them */
export const deleteFollow = prepared((db, { follower, followed }: Pair) =>
  db.deleteFrom('follows').where('follower_id', '=', follower).where('followed_id', '=', followed),
).changes

/** Inserts the event of a follow or unfollow. */
export const recordFollowEvent = prepared((db, row: Selectable<Schema['follow_events']>) =>
  db
    .insertInto('follow_events')
    .values({ at: row.at, follower_id: row.follower_id, followed_id: row.followed_id, delta: row.delta }),
).send

export async function recordFollowEvents(db: Connection, rows: readonly Insertable<Schema['follow_events']>[]) {
  if (rows.length > 0) await db.insertInto('follow_events').values(rows).execute()
}

const addFollowing = prepared((db, { member, by }: { member: MemberId; by: 1 | -1 }) =>
  db
    .updateTable('members')
    .set((eb) => ({ following_count: eb('following_count', '+', by) }))
    .where('id', '=', member),
)
const addFollowers = prepared((db, { member, by }: { member: MemberId; by: number }) =>
  db
    .updateTable('members')
    .set((eb) => ({ followers_count: eb('followers_count', '+', by) }))
    .where('id', '=', member),
)

/**
 * Locks both rows in the order of their ids, so that two members who follow each other concurrently do not deadlock.
 */
export async function countFollow(db: Connection, follower: MemberId, followed: MemberId, by: 1 | -1): Promise<void> {
  if (follower < followed) await addFollowing.send(db, { member: follower, by })
  await addFollowers.send(db, { member: followed, by })
  if (follower > followed) await addFollowing.send(db, { member: follower, by })
}

/** Rows of one statement. */
const ROWS = 1_000

/**
 * New follows of one member, with their events and counts, in three statements for each thousand and one for all. All
 * members must be locked, and none of them may follow the member.
 */
export async function insertFollows(
  db: Connection,
  followed: MemberId,
  follows: readonly { readonly follower: MemberId; readonly at: number }[],
): Promise<void> {
  for (let start = 0; start < follows.length; start += ROWS) {
    const part = follows.slice(start, start + ROWS)
    const rows = part.map(({ follower, at }) => ({ follower_id: follower, followed_id: followed, at }))
    await db.insertInto('follows').values(rows).execute()
    await recordFollowEvents(
      db,
      rows.map((row) => ({ ...row, delta: 1 })),
    )
    await db
      .updateTable('members')
      .set((eb) => ({ following_count: eb('following_count', '+', 1) }))
      .where(
        isIn(
          db,
          'id',
          part.map(({ follower }) => follower),
        ),
      )
      .execute()
  }
  if (follows.length > 0) await addFollowers.send(db, { member: followed, by: follows.length })
}

export const FOLLOWERS_LIST = { list: FOLLOWERS, codec: cursorCodec('followers', { at: ID_CODEC }) }
export const FOLLOWING_LIST = { list: FOLLOWING, codec: cursorCodec('following', { at: ID_CODEC }) }

const followedBy = prepared(
  (_db, { member }: { member: MemberId }) => sql<
    ({ followed: MemberId; tag: null } | { followed: null; tag: TagId }) & { hides_reposts: 0 | 1 }
  >`
    select followed_id as followed, cast(null as bigint) as tag, hides_reposts from follows where follower_id = ${member}
    union all select null, tag_id, 0 from tag_follows where member_id = ${member}`,
)

/**
 * All members and hashtags that a member follows, and of these members those whose reposts are unwanted; in any order.
 */
export async function listAllFollowed(db: Connection, member: MemberId) {
  const rows = await followedBy.all(db, { member })
  return {
    members: rows.flatMap((row) => row.followed ?? []),
    withoutReposts: rows.flatMap((row) => (row.hides_reposts === 1 ? (row.followed ?? []) : [])),
    tags: rows.flatMap((row) => row.tag ?? []),
  }
}

const followOf = prepared((db, { follower, followed }: Pair) =>
  db
    .selectFrom('follows')
    .select('hides_reposts')
    .where('follower_id', '=', follower)
    .where('followed_id', '=', followed),
)
export const findFollow = followOf.first
export const doesFollow = followOf.has
