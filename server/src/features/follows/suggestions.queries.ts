import { type RawBuilder, sql } from 'kysely'
import type { Connection, ReadConnections } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isNotIn } from '../../database/in-list.ts'
import { COUNT_CODEC, cursorCodec, ID_CODEC, integerCodec, type PageRequest } from '../../database/paging.ts'
import {
  isUnseen,
  readSnapshot,
  requireRecent,
  SNAPSHOT_CODEC,
  type Snapshot,
  snapshotNow,
} from '../../database/ranked-snapshot.ts'
import type { MemberId } from '../../database/schema.ts'

/**
 * Maximum number of followed members whose follows make a member near. It bounds the cost. The newest members are used,
 * not the newest follows, because the time of a follow is unknown once it is undone.
 */
const NEAR_FOLLOWS = 200

export interface Suggestion {
  readonly id: MemberId
  /** 1 for people followed by members whom the viewer follows, else 0. */
  readonly near: number
  readonly followers: number
  /** The snapshot that `near` and `followers` refer to. */
  readonly asOf: Snapshot
}

type CursorKey = Omit<Suggestion, 'id'> & { readonly id: number }

export const SUGGESTIONS_CURSOR = cursorCodec<CursorKey>('suggestions', {
  asOf: SNAPSHOT_CODEC,
  near: integerCodec(1),
  followers: COUNT_CODEC,
  id: ID_CODEC,
})

/**
 * Suggestions: near people first, each part ordered by followers; without the viewer, those whom the viewer follows or
 * has asked, and hidden members. Later pages keep the order of the first, regardless of later follows.
 */
export async function listSuggestions(
  db: ReadConnections,
  viewer: MemberId,
  { limit, after }: PageRequest<CursorKey>,
  hidden: Float64Array,
) {
  const { asOf, near } = await listNear(db, viewer, limit, after, hidden)
  if (near.length >= limit) return near
  const from = after?.near === 0 ? after : null
  const { rows } = await rankedAsOf(db.read, viewer, 0, limit - near.length, asOf, from, hidden).execute(db.read)
  return [...near, ...rows.map((row) => ({ ...row, near: 0, asOf }))]
}

interface Near {
  /** The snapshot for the rest of the list. */
  readonly asOf: Snapshot
  readonly near: Suggestion[]
}

async function listNear(
  db: ReadConnections,
  viewer: MemberId,
  limit: number,
  after: CursorKey | null,
  hidden: Float64Array,
): Promise<Near> {
  if (after === null) {
    const { rows } = await nearNow(db.primary, viewer, limit, hidden).execute(db.primary)
    const asOf = readSnapshot(rows[0]?.snapshot ?? '')
    const near = rows.flatMap(({ id, followers }) => (id === null ? [] : [{ id, followers, near: 1, asOf }]))
    return { asOf, near }
  }
  const asOf = requireRecent(after.asOf)
  if (after.near === 0) return { asOf, near: [] }
  const { rows } = await rankedAsOf(db.read, viewer, 1, limit, asOf, after, hidden).execute(db.read)
  return { asOf, near: rows.map((row) => ({ ...row, near: 1, asOf })) }
}

interface Ranked {
  readonly id: MemberId
  readonly followers: number
}

const COUNT = sql`members.followers_count`
/** On PostgreSQL a sum of sums is `numeric`, which arrives as text. */
const SUM = sql`cast(sum(delta) as integer)`

/**
 * Membership in a subquery. Without an array, PostgreSQL evaluates it for each member, from the most followed on: 2 s
 * and 1 ms with 5,000 members, for a viewer who follows nobody.
 */
function among(db: Connection, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return isPostgres(db) ? sql`= any(array(${ids}))` : sql`in (${ids})`
}

/** Leaves out members whom the viewer does not see, and those whom the viewer has asked. */
function without(db: Connection, viewer: MemberId, hidden: Float64Array): RawBuilder<unknown> {
  return sql`
    and members.id not in (select followed_id from follow_requests where follower_id = ${viewer})
    ${hidden.length > 0 ? sql`and ${isNotIn(db, 'members.id', hidden)}` : sql``}`
}

type NearNow = (Ranked | { readonly id: null; readonly followers: null }) & { readonly snapshot: string }

/** Near people as of now, and the snapshot; one row without a member if there are none. */
function nearNow(db: Connection, viewer: MemberId, limit: number, hidden: Float64Array): RawBuilder<NearNow> {
  const mine = sql`select followed_id from follows where follower_id = ${viewer}`
  const theirs = sql`
    select followed_id from follows
    where follower_id ${among(db, sql`${mine} order by followed_id desc limit ${sql.lit(NEAR_FOLLOWS)}`)}`
  return sql`
    select id, followers, ${snapshotNow(db, 'follow_events')} as snapshot
    from (select 1) as one left join (
      select members.id, ${COUNT} as followers from members
      where members.id in (${theirs}) and members.id not in (${mine}) and members.id <> ${viewer}
        ${without(db, viewer, hidden)}
      order by followers_count desc, id desc limit ${limit}
    ) as near on true
    order by followers desc, id desc`
}

/**
 * One part as of a snapshot: without later follows, and with follows that were undone later. The few members whose
 * counts have changed are sorted again; the others come from the index in its order.
 * @param after the key to continue after in this part, or null for its start
 */
function rankedAsOf(
  db: Connection,
  viewer: MemberId,
  near: 0 | 1,
  limit: number,
  asOf: Snapshot,
  after: CursorKey | null,
  hidden: Float64Array,
): RawBuilder<Ranked> {
  const isNew = (follows: RawBuilder<unknown>) => sql`exists (
    select 1 from changes where delta > 0
      and changes.follower_id = ${follows}.follower_id and changes.followed_id = ${follows}.followed_id)`
  const mine = sql`
    select followed_id from (
      select followed_id from follows where follower_id = ${viewer} and not ${isNew(sql`follows`)}
      union all select followed_id from changes where delta < 0 and follower_id = ${viewer}) as kept
    order by followed_id desc limit ${sql.lit(NEAR_FOLLOWS)}`
  const theirs = sql`
    select followed_id from follows as theirs where follower_id ${among(db, mine)} and not ${isNew(sql`theirs`)}
    union all select followed_id from changes where delta < 0 and follower_id ${among(db, mine)}`
  const isWanted = sql`
    members.id ${near ? sql`in` : sql`not in`} (${theirs})
    and members.id not in (select followed_id from follows where follower_id = ${viewer})
    and members.id <> ${viewer} ${without(db, viewer, hidden)}`
  const then = sql`${COUNT} - moved.delta`
  const isPast = (followers: RawBuilder<unknown>) =>
    after ? sql`and (${followers}, members.id) < (${after.followers}, ${after.id})` : sql``
  // With a forged snapshot, a member could have a negative number of followers.
  return sql`
    with changes as (
      select follower_id, followed_id, ${SUM} as delta from follow_events
      where ${isUnseen(db, 'follow_events', asOf)}
      group by follower_id, followed_id having sum(delta) <> 0),
    moved as (select followed_id, ${SUM} as delta from changes group by followed_id)
    select id, followers from (
      select id, followers from (
        select members.id, ${COUNT} as followers from members
        where members.id not in (select followed_id from moved) and ${isWanted} ${isPast(COUNT)}
        order by followers_count desc, id desc limit ${limit}) as steady
      union all
      select members.id, ${then} as followers from moved join members on members.id = moved.followed_id
      where ${then} >= 0 and ${isWanted} ${isPast(then)}
    ) as ranked
    order by followers desc, id desc limit ${limit}`
}
