import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { idsParameter, isNotIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId } from '../../database/schema.ts'
import { isVisible } from '../visibility/visibility.ts'
import type { MemberNames } from './member-names.ts'

/** If the index finds more members than this, not all of them are looked at, so that the cost does not grow with them. */
const COMPLETE_MAX = 1_000
/** How many members of each other kind are looked at then. */
const LOOKED_AT = 200
const MOST = sql.lit(LOOKED_AT)
/** Changes that wait to be indexed are few. This limits the work when they are not. */
const CHANGES_MAX = 500

interface Found {
  readonly id: MemberId
  /** 1 for a member who has changed and may not be indexed yet. */
  readonly waiting: 0 | 1
}

/** In one statement: a member who is indexed meanwhile is in one of the two parts. */
const found = prepared((db, { match }: { readonly match: string }) => {
  const matched = isPostgres(db)
    ? sql`select member_id as id from search_people where tokens @@ ${match}::tsquery`
    : sql`select rowid as id from search_people where tokens match ${match}`
  return sql<Found>`
    select id, 0 as waiting from (${matched} limit ${sql.lit(COMPLETE_MAX + 1)}) as indexed
    union all
    select id, 1 from (
      select "of" as id from search_changes where kind = 'member'
      order by "of" desc limit ${sql.lit(CHANGES_MAX)}) as changed`
})

/**
 * Members whom the index finds, and those with changes that are not indexed. If it finds too many, only the latter: which
 * ones a limit without an order leaves out differs.
 */
export async function listFound(db: Connection, match: string) {
  const rows = await found.all(db, { match })
  const changed = rows.filter(({ waiting }) => waiting === 1)
  const isComplete = rows.length - changed.length <= COMPLETE_MAX
  return { ids: [...new Set((isComplete ? rows : changed).map(({ id }) => id))], isComplete }
}

/** A member whose names are to be compared. */
export interface Candidate extends MemberNames {
  readonly id: MemberId
  readonly followers_count: number
}

interface Sight {
  /** Leaves out these members. */
  readonly hidden: Float64Array
  readonly now: number
}

const candidate = sql`members.id, members.username, members.first_name, members.last_name, members.followers_count`
const isFound = (db: Connection, { hidden, now }: Sight) => sql`
  ${isVisible} and (members.suspended_at is null or members.suspended_until <= ${now})
  and ${isNotIn(db, 'members.id', hidden)}`

const candidates = prepared(
  (db, { ids, hidden, now }: Sight & { readonly ids: readonly MemberId[] }) =>
    sql<Candidate>`
      select ${candidate} from (${valuesOf(db, ids)}) as wanted join members on members.id = wanted.value
      where ${isFound(db, { hidden, now })}`,
)

const valuesOf = (db: Connection, ids: readonly MemberId[]) =>
  isPostgres(db)
    ? sql`select unnest(${idsParameter(db, ids)}::bigint[]) as value`
    : sql`select value from json_each(${idsParameter(db, ids)})`

/** Those of these members who can be found. Without suspended members. */
export const listCandidates = candidates.all.bind(candidates)

interface Broad extends Sight {
  readonly viewer: MemberId
  /** Of those who have these names as a whole. */
  readonly match: string
  /** How usernames begin, in lower case. */
  readonly name: string
  /** The first text that is greater than all these usernames. */
  readonly end: string
  readonly ids: readonly MemberId[]
}

const broadCandidates = prepared((db, { viewer, match, name, end, ids, hidden, now }: Broad) => {
  const whole = isPostgres(db)
    ? sql`select member_id as id from search_people where tokens @@ ${match}::tsquery limit ${sql.lit(LOOKED_AT + 1)}`
    : sql`select rowid as id from search_people where tokens match ${match} limit ${sql.lit(LOOKED_AT + 1)}`
  const followed = sql`select followed_id as id from follows where follower_id = ${viewer} order by at desc limit ${MOST}`
  const followers = sql`select follower_id as id from follows where followed_id = ${viewer} order by at desc limit ${MOST}`
  const popular = sql`select id from members order by followers_count desc, id desc limit ${MOST}`
  const named = sql`
    select id from members where username_key >= ${name} and username_key < ${end} order by username_key limit ${MOST}`
  return sql<Candidate>`
    with matching as materialized (${whole})
    select ${candidate} from (
      select value as id from (${valuesOf(db, ids)}) as wanted
      union select id from matching where (select count(*) from matching) <= ${MOST}
      union select id from (${followed}) as followed
      union select id from (${followers}) as followers
      union select id from (${popular}) as popular
      union select id from (${named}) as named
    ) as found join members on members.id = found.id
    where ${isFound(db, { hidden, now })}`
})

/**
 * Where a search finds too many members: those who have exactly these words, unless they are too many, too; the newest of
 * those whom the viewer follows or who follow the viewer; the most followed of all members; and the first usernames that
 * begin so.
 */
export const listBroadCandidates = broadCandidates.all.bind(broadCandidates)
