import { type RawBuilder, sql } from 'kysely'
import { asOfLast, requireRecent } from '../../database/as-of.ts'
import type { Connection } from '../../database/database.ts'
import { COUNT_KEY, cursorForm, ID_KEY, numberKey, type PageRequest } from '../../database/paging.ts'
import type { MemberId } from '../../database/schema.ts'

/** Whose follows make someone near: the newest of the viewer's follows, so that the cost is bounded. */
const NEAR_FOLLOWS = 200

export interface Suggestion {
  readonly id: MemberId
  /** 1 for people followed by those the viewer follows, else 0. */
  readonly near: number
  readonly followers: number
  /** The instant that near and followers stand for, as an id. */
  readonly asOf: number
}

type Place = Record<keyof Suggestion, number>

export const SUGGESTIONS_CURSOR = cursorForm<Place>('suggestions', {
  asOf: ID_KEY,
  near: numberKey(1),
  followers: COUNT_KEY,
  id: ID_KEY,
})

/**
 * Near people first, each part with the most followed first; without the viewer and those the viewer follows. Later
 * pages keep to the ranks of the first, whoever follows whom meanwhile.
 */
export async function listSuggestions(db: Connection, viewer: MemberId, { limit, after }: PageRequest<Place>) {
  if (after) requireRecent(after.asOf)
  const near = after?.near === 0 ? [] : await listPart(db, viewer, 1, limit, after, after)
  if (near.length >= limit) return near
  const rest = await listPart(
    db,
    viewer,
    0,
    limit - near.length,
    after?.near === 0 ? after : null,
    after ?? near[0] ?? null,
  )
  return [...near, ...rest]
}

/**
 * @param after the place to go on from in this part, or null for its start
 * @param since what to count back to; null for the first page, which counts as things are
 */
async function listPart(
  db: Connection,
  viewer: MemberId,
  near: 0 | 1,
  limit: number,
  after: Place | null,
  since: Pick<Place, 'asOf'> | null,
): Promise<Suggestion[]> {
  const then = since ? asOf(since.asOf, viewer) : asNow(viewer)
  const isSuggested = sql`
    members.id ${near ? sql`in` : sql`not in`} (${then.near})
    and members.id not in (select followed_id from follows where follower_id = ${viewer})
    and members.id <> ${viewer}`
  const past = (followers: RawBuilder<unknown>) =>
    after ? sql`and (${followers}, members.id) < (${after.followers}, ${after.id})` : sql``
  const { rows } = await sql<Suggestion>`
    ${then.changes}
    select id, ${sql.lit(near)} as near, followers, ${then.instant} as "asOf" from (
      ${then.ranked(isSuggested, past, limit)}
    ) as ranked
    order by followers desc, id desc limit ${limit}`.execute(db)
  return rows
}

interface Ranks {
  /** What begins the statement. */
  readonly changes: RawBuilder<unknown>
  /** Ids of the near, as they were. */
  readonly near: RawBuilder<unknown>
  readonly instant: RawBuilder<unknown>
  /** `id` and `followers` of the members that are wanted, `limit` of the first at least. */
  ranked(
    isWanted: RawBuilder<unknown>,
    past: (followers: RawBuilder<unknown>) => RawBuilder<unknown>,
    limit: number,
  ): RawBuilder<unknown>
}

const COUNT = sql`members.followers_count`
/** PostgreSQL's sum of sums is `numeric`, which arrives as text. */
const SUM = sql`cast(sum(delta) as integer)`

function asNow(viewer: MemberId): Ranks {
  return {
    changes: sql``,
    near: sql`select followed_id from follows where follower_id in (
      select followed_id from follows where follower_id = ${viewer} order by at desc limit ${sql.lit(NEAR_FOLLOWS)})`,
    instant: asOfLast('follow_events'),
    ranked: (isWanted, past, limit) => sql`
      select members.id, ${COUNT} as followers from members where ${isWanted} ${past(COUNT)}
      order by followers_count desc, id desc limit ${limit}`,
  }
}

/** As it was at that instant: without the follows made since, and with those undone since. */
function asOf(instant: number, viewer: MemberId): Ranks {
  const isNew = (follows: RawBuilder<unknown>) => sql`exists (
    select 1 from changes where delta > 0
      and changes.follower_id = ${follows}.follower_id and changes.followed_id = ${follows}.followed_id)`
  const mine = sql`
    select followed_id from (
      select followed_id from follows where follower_id = ${viewer} and not ${isNew(sql`follows`)}
      order by at desc limit ${sql.lit(NEAR_FOLLOWS)}) as kept
    union all select followed_id from changes where delta < 0 and follower_id = ${viewer}`
  const then = sql`${COUNT} - moved.delta`
  return {
    changes: sql`with changes as (
      select follower_id, followed_id, ${SUM} as delta from follow_events where at > ${instant}
      group by follower_id, followed_id having sum(delta) <> 0),
    moved as (select followed_id, ${SUM} as delta from changes group by followed_id)`,
    near: sql`
      select followed_id from follows as theirs where follower_id in (${mine}) and not ${isNew(sql`theirs`)}
      union all select followed_id from changes where delta < 0 and follower_id in (${mine})`,
    instant: sql.lit(instant),
    // Those whose followers have changed are few, and ranked anew; the others come from the index in its order.
    ranked: (isWanted, past, limit) => sql`
      select id, followers from (
        select members.id, ${COUNT} as followers from members
        where members.id not in (select followed_id from moved) and ${isWanted} ${past(COUNT)}
        order by followers_count desc, id desc limit ${limit}) as steady
      union all
      select members.id, ${then} as followers from moved join members on members.id = moved.followed_id
      where ${isWanted} ${past(then)}`,
  }
}
