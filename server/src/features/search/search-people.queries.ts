import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isNotIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId } from '../../database/schema.ts'
import { isVisible } from '../visibility/visibility.ts'
import type { MemberNames } from './member-names.ts'

/**
 * If the index finds more members than this, not all of them are looked at, so that the cost does not grow with them.
 */
const COMPLETE_MAX = sql.lit(1_000)
/** How many members of each other kind are looked at then. */
const MOST = sql.lit(200)
/** Changes that wait to be indexed are few. This limits the work when they are not. */
const CHANGES_MAX = sql.lit(500)
/** A viewer's list of more follows than this is searched for each member, and not read as a whole. */
const LIST_MAX = sql.lit(1_000)

/** A member whose names are to be compared. */
export interface Candidate extends MemberNames {
  readonly id: MemberId
  readonly followers_count: number
  /** Whether the viewer follows the member, or the member the viewer. */
  readonly is_near: boolean | 0 | 1
}

interface Wanted {
  readonly viewer: MemberId
  /** Whether a single word is searched for. */
  readonly isWord: 0 | 1
  /** What the index is asked for. */
  readonly match: string
  /** Of those who have these names as a whole. */
  readonly whole: string
  /** How a word of the names begins, in lower-case ASCII letters and digits; empty for anything. */
  readonly word: string
  /** How usernames begin, in lower case. */
  readonly name: string
  /** The first text that is greater than all these usernames. */
  readonly end: string
  /** Leaves out these members. */
  readonly hidden: Float64Array
  readonly now: number
}

const candidates = prepared((db, { viewer, isWord, match, whole, word, name, end, hidden, now }: Wanted) => {
  const key = isPostgres(db) ? sql`member_id` : sql`rowid`
  const isMatched = (text: string) => (isPostgres(db) ? sql`tokens @@ ${text}::tsquery` : sql`tokens match ${text}`)
  const isBroad = sql`(select is_broad from extent)`
  // Of a list that is read only if the search is broad. SQLite would look at the condition for each row of the list.
  const [onlyIfBroad, most] = isPostgres(db) ? [isBroad, MOST] : [sql`true`, sql`${MOST} * ${isBroad}`]
  // Most members are left out by their names alone.
  const byNames = isPostgres(db) ? sql`` : sql`indexed by members_names`
  const isSurelyBroad = isPostgres(db) ? sql`false` : isBroadOnSqlite(isWord, whole, match)
  const complete = isPostgres(db)
    ? sql`${COMPLETE_MAX} + 1`
    : sql`(${COMPLETE_MAX} + 1) * (select not is_sure from broad)`
  return sql<Candidate>`
    with broad as materialized (select ${isSurelyBroad} as is_sure),
    matching as materialized (select ${key} as id from search_people where ${isMatched(match)} limit ${complete}),
    extent as materialized (
      select (select is_sure from broad) or count(*) > ${COMPLETE_MAX} as is_broad from matching),
    exact as materialized (
      select ${key} as id from search_people where ${isMatched(whole)} and ${onlyIfBroad} limit ${most} + 1),
    own as materialized (
      select following_count > ${LIST_MAX} as follows_many, followers_count > ${LIST_MAX} as has_many
      from members where id = ${viewer})
    select members.id, members.username, members.first_name, members.last_name, members.followers_count, (
      case when (select follows_many from own)
        then exists (select 1 from follows where follower_id = ${viewer} and followed_id = members.id)
        else members.id in (select followed_id from follows where follower_id = ${viewer}) end
      or case when (select has_many from own)
        then exists (select 1 from follows where follower_id = members.id and followed_id = ${viewer})
        else members.id in (select follower_id from follows where followed_id = ${viewer}) end) as is_near
    from (select distinct id from (
      select id from matching where not ${isBroad}
      union all select id from (
        select "of" as id from search_changes where kind = 'member' order by "of" desc limit ${CHANGES_MAX}) as changed
      union all select id from exact where (select count(*) from exact) <= ${MOST}
      union all select id from (
        select followed_id as id from follows where follower_id = ${viewer} and ${onlyIfBroad}
        order by at desc limit ${most}) as followed
      union all select id from (
        select follower_id as id from follows where followed_id = ${viewer} and ${onlyIfBroad}
        order by at desc limit ${most}) as followers
      union all select id from (
        select id from members where ${onlyIfBroad} order by followers_count desc, id desc limit ${most}) as popular
      union all select id from (
        select id from members where username_key >= ${name} and username_key < ${end} and ${onlyIfBroad}
        order by username_key limit ${most}) as named
    ) as listed) as found join members ${byNames} on members.id = found.id
    where ${mayHave(db, word)} and ${isVisible} and (members.suspended_at is null or members.suspended_until <= ${now})
      and ${isNotIn(db, 'members.id', hidden)}`
})

/** SQLite counts faster than it keeps what it counts, and a whole word faster than all that begin so. */
function isBroadOnSqlite(isWord: 0 | 1, whole: string, match: string) {
  const hasMore = (text: string) =>
    sql`exists (select 1 from search_people where tokens match ${text} limit 1 offset ${COMPLETE_MAX})`
  return sql`case when not ${isWord} then false when ${hasMore(whole)} then true else ${hasMore(match)} end`
}

/**
 * Whether names may have a word that begins so. Most members who are looked at for a broad search have none, and it
 * takes longer to pass them on than to compare them here. Names with other characters than ASCII pass, and usernames
 * with parts, which are also searched as a whole.
 */
function mayHave(db: Connection, word: string) {
  if (!isPostgres(db)) return mayHaveOnSqlite(word)
  const begins = sql`${NAMES} ~ ('(^|[^a-z0-9])' || ${word}::text)`
  return sql`(${begins} or username ~ '[^A-Za-z0-9]' or octet_length(${NAMES}) <> length(${NAMES}))`
}

const NAMES = sql`lower(first_name || ' ' || last_name || ' ' || username)`

/** For most names, its `like` says faster than its `glob` that they have no such word. */
function mayHaveOnSqlite(word: string) {
  const has = (column: string) => sql`${sql.ref(column)} like '%' || ${word} || '%'`
  const begins = sql`' ' || ${NAMES} glob '*[^a-z0-9]' || ${word} || '*'`
  const hasParts = sql.join(
    ['_', '.', '-'].map((sign) => sql`instr(username, ${sql.lit(sign)})`),
    sql` or `,
  )
  return sql`(
    (${has('first_name')} or ${has('last_name')} or ${has('username')}) and ${begins}
    or ${hasParts} or octet_length(first_name || last_name) <> length(first_name || last_name))`
}

/**
 * Members who can be found, without suspended ones: those whom the index finds, and those with changes that are not
 * indexed. All in one statement: a member who is indexed meanwhile is in one of the two parts.
 *
 * If the index finds too many, the latter; those who have exactly these words, unless they are too many, too; the
 * newest of those whom the viewer follows or who follow the viewer; the most followed of all members; and the first
 * usernames that begin so. Which of those in the index a limit without an order leaves out differs.
 */
export const listCandidates = candidates.all.bind(candidates)
