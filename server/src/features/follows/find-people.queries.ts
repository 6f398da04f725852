import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isNotIn } from '../../database/in-list.ts'
import type { MemberId } from '../../database/schema.ts'
import { isVisible } from '../visibility/visibility.ts'

/** How many members of each kind are looked at. So the cost does not grow with the number of members. */
const LOOKED_AT = 1_000

interface Search {
  readonly viewer: MemberId
  /** How usernames begin, in any case. */
  readonly name: string
  readonly limit: number
  /** Leaves out these members. */
  readonly hidden: Float64Array
  readonly now: number
}

/**
 * Members by the beginning of their usernames: the member with this name, then those whom the viewer follows and the
 * viewer's followers, of each the newest, then others; each part with the most followed first. Where more names begin
 * so than are looked at, the others are the first of them and the most followed of all members. Without the viewer and
 * suspended members.
 */
export async function findPeople(db: Connection, { viewer, name, limit, hidden, now }: Search): Promise<MemberId[]> {
  const prefix = name.toLowerCase()
  const most = sql.lit(LOOKED_AT)
  const followed = sql`select followed_id as id from follows where follower_id = ${viewer} order by at desc limit ${most}`
  const followers = sql`select follower_id as id from follows where followed_id = ${viewer} order by at desc limit ${most}`
  // The largest character ends the range of names that begin with the prefix.
  const named = sql`
    select id from members where username_key >= ${prefix} and username_key < ${`${prefix}\u{10ffff}`}
    order by username_key limit ${most}`
  const popular = sql`select id from members order by followers_count desc, id desc limit ${most}`
  const isSeen = hidden.length > 0 ? sql`and ${isNotIn(db, 'members.id', hidden)}` : sql``
  // The part of the name is compared as a value. As a range, it could lead a plan to read all names of the range.
  const { rows } = await sql<{ id: MemberId }>`
    with near as (select id from (${followed}) as followed union select id from (${followers}) as followers),
    found as (
      select id, 1 as near from near
      union all select id, 0 from (${named}) as named
      union all select id, 0 from (${popular}) as popular)
    select members.id from (select id, max(near) as near from found group by id) as found
    join members on members.id = found.id
    where substr(members.username_key, 1, ${[...prefix].length}) = ${prefix}
      and members.id <> ${viewer} and ${isVisible} ${isSeen}
      and (members.suspended_at is null or members.suspended_until <= ${now})
    order by case when members.username_key = ${prefix} then 1 else 0 end desc,
      found.near desc, members.followers_count desc, members.id desc
    limit ${limit}`.execute(db)
  return rows.map((row) => row.id)
}
