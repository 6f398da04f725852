import type { NotificationKind } from '@quack/contract'
import {
  NOTIFICATION_COUNT_MAX,
  NOTIFICATION_FACES,
  NOTIFICATION_WINDOW_MS,
  UNREAD_MAX,
} from '@quack/contract/rules/limits'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { idAtTime } from '../../database/ids.ts'
import { idsParameter, isIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { CommentId, GroupId, MemberId, PostId, ReportId } from '../../database/schema.ts'
import { groupsWithLatest, isGroupShown, shownEvents } from './notifications.shown.ts'

/** How far apart the ids of the events of one group can be. */
export const WINDOW = idAtTime(NOTIFICATION_WINDOW_MS) - idAtTime(0)
/** Characters of a text that a notification shows. */
export const EXCERPT_LENGTH = 160
/** Of so many of its latest events, a group shows the members. */
const FACES_FROM = 25 * NOTIFICATION_FACES

export interface GroupsQuery {
  readonly recipient: MemberId
  /** One kind, or empty for all. */
  readonly kind: NotificationKind | ''
  /** Later events are left out of account, so that the order of a list stays while it is paged. */
  readonly asOf: number
  /** Groups whose newest event is before this one. */
  readonly before: number
  readonly limit: number
}

interface Range extends GroupsQuery {
  readonly now: number
  /** Groups with ids between these, whose newest event is not before `newestFrom`. */
  readonly above: number
  readonly below: number
  readonly newestFrom: number
}

export interface GroupKey {
  readonly id: GroupId
  /** The latest event that is shown. */
  readonly newest: number
}

const groupsIn = prepared((db, { recipient, kind, asOf, before, limit, now, above, below, newestFrom }: Range) => {
  const viewer = sql`${recipient}`
  return sql<GroupKey>`
    select groups.id, latest.at as newest ${groupsWithLatest(db, viewer, now, sql`and events.at <= ${asOf}`)}
    where groups.recipient_id = ${recipient} and groups.id > ${above} and groups.id < ${below}
      and (cast(${kind} as text) = '' or groups.kind = ${kind}) and ${isGroupShown(viewer)}
      and latest.at < ${before} and latest.at >= ${newestFrom}
    order by groups.id desc limit ${limit}`
})

/**
 * A page of a member's groups, the one with the latest event first. A group's events are within twelve hours. So only
 * the groups of the twelve hours before the last of the newest groups can be among them.
 */
export async function listGroups(db: Connection, query: GroupsQuery): Promise<GroupKey[]> {
  const { limit, before } = query
  const range = { ...query, now: Date.now(), above: 0, below: before, newestFrom: 0 }
  const newest = await groupsIn.all(db, range)
  const last = newest.at(-1)?.id
  if (last === undefined || newest.length < limit) return newest.sort(byNewest)
  const limitless = Number.MAX_SAFE_INTEGER
  const older = { ...range, above: last - WINDOW, below: last, newestFrom: last, limit: limitless }
  return [...newest, ...(await groupsIn.all(db, older))].sort(byNewest).slice(0, limit)
}

const byNewest = (a: GroupKey, b: GroupKey): number => b.newest - a.newest

/** Rows in a column of another row. On SQLite, they are JSON. */
export type JsonRows<Row> = string | readonly Row[] | null

/** @param columns of the rows, which become arrays */
export function rowsAsJson(db: Connection, columns: string, rows: RawBuilder<unknown>): RawBuilder<unknown> {
  const array = sql.raw(columns)
  return isPostgres(db)
    ? sql`(select json_agg(json_build_array(${array})) from (${rows}) as page)`
    : sql`(select json_group_array(json_array(${array})) from (${rows}))`
}

export const parseRows = <Row>(rows: JsonRows<Row>): readonly Row[] =>
  typeof rows === 'string' ? JSON.parse(rows) : (rows ?? [])

interface Details {
  readonly recipient: MemberId
  readonly now: number
  readonly ids: readonly GroupId[]
}

interface GroupRow {
  readonly id: GroupId
  readonly kind: NotificationKind
  readonly target_id: number
  readonly post_id: PostId | null
  readonly comment_id: CommentId | null
  /** Of the latest events, the latest first. */
  readonly events: JsonRows<readonly [MemberId, CommentId | null]>
}

const shownTo = (recipient: MemberId, now: number) =>
  sql`${shownEvents(sql`${recipient}`, now)} order by events.at desc`

const detailsOf = prepared((db, { recipient, now, ids }: Details) => {
  const latest = sql`select actor_id, events.comment_id ${shownTo(recipient, now)} limit ${FACES_FROM}`
  return sql<GroupRow>`
    select groups.id, groups.kind, groups.target_id, groups.post_id, groups.comment_id,
      ${rowsAsJson(db, 'actor_id, comment_id', latest)} as events
    from notification_groups as groups where groups.recipient_id = ${recipient} and ${isIn(db, 'groups.id', ids)}`
})

const peopleOf = prepared((db, { recipient, now, ids }: Details) => {
  const actors = sql`select actor_id ${shownTo(recipient, now)} limit ${NOTIFICATION_COUNT_MAX}`
  return sql<{ id: GroupId; people: number }>`
    select groups.id, (select count(distinct actor_id) from (${actors}) as counted) as people
    from notification_groups as groups where groups.recipient_id = ${recipient} and ${isIn(db, 'groups.id', ids)}`
})

/** What groups show, without an order. */
export async function listDetails(db: Connection, recipient: MemberId, ids: readonly GroupId[]) {
  if (ids.length === 0) return []
  const now = Date.now()
  const rows = await detailsOf.all(db, { recipient, now, ids })
  const groups = rows.map(({ events, ...row }) => {
    const latest = parseRows(events)
    const actors = [...new Set(latest.map(([actor]) => actor))]
    const isCut = latest.length === FACES_FROM
    return {
      ...row,
      latest_comment: latest[0]?.[1] ?? null,
      faces: actors.slice(0, NOTIFICATION_FACES),
      isCut,
      people: actors.length,
    }
  })
  const cut = groups.filter(({ isCut }) => isCut).map(({ id }) => id)
  const counts = cut.length === 0 ? [] : await peopleOf.all(db, { recipient, now, ids: cut })
  const people = new Map(counts.map((row) => [row.id, Number(row.people)]))
  return groups.map(({ isCut, ...group }) => ({ ...group, people: people.get(group.id) ?? group.people }))
}
export type GroupDetails = Awaited<ReturnType<typeof listDetails>>[number]

const excerptsOf = prepared((db, values: { posts: readonly PostId[]; comments: readonly CommentId[] }) => {
  const length = sql.lit(EXCERPT_LENGTH + 1)
  const begins = sql`case when warning = '' then content else warning end`
  return sql<{ id: number; public_id: string | null; text: string; has_warning: number }>`
    select id, public_id, substr(${begins}, 1, ${length}) as text, case when warning = '' then 0 else 1 end as has_warning
    from posts where ${isIn(db, 'id', values.posts)}
    union all
    select id, null, substr(text, 1, ${length}), 0 from comments where ${isIn(db, 'id', values.comments)}`
})

/** How posts and comments begin, or the warning of a post that has one. Their ids differ. */
export async function listExcerpts(db: Connection, posts: readonly PostId[], comments: readonly CommentId[]) {
  if (posts.length + comments.length === 0) return new Map<number, never>()
  const rows = await excerptsOf.all(db, { posts, comments })
  return new Map(rows.map((row) => [row.id, row]))
}

export async function listOutcomes(db: Connection, ids: readonly ReportId[]) {
  if (ids.length === 0) return new Map<number, never>()
  const rows = await db
    .selectFrom('reports')
    .select(['id', 'target_kind', 'has_consequence'])
    .where(isIn(db, 'id', ids))
    .execute()
  return new Map(rows.map((row) => [row.id as number, row]))
}

interface Unread {
  readonly recipient: MemberId
  readonly unread: number
  readonly read_to: number
}

const unreadOf = prepared((db, { recipients, now }: { recipients: readonly MemberId[]; now: number }) => {
  const viewer = sql.ref('readers.id')
  const ids = idsParameter(db, recipients)
  const given = isPostgres(db) ? sql`unnest(${ids}::bigint[]) as given (value)` : sql`json_each(${ids}) as given`
  return sql<Unread>`
    select readers.id as recipient, readers.read_to, (
      select count(*) from (
        select 1 from notification_groups as groups
        where groups.recipient_id = readers.id and groups.id > readers.read_to - ${sql.lit(WINDOW)}
          and ${isGroupShown(viewer)}
          and exists (select 1 ${shownEvents(viewer, now)} and events.at > readers.read_to)
        limit ${sql.lit(UNREAD_MAX)}) as unread_groups
    ) as unread
    from (
      select given.value as id, coalesce(read_to, 0) as read_to
      from ${given} left join notification_preferences on member_id = given.value) as readers`
})

/** How many unread notifications members have, up to UNREAD_MAX, and up to which event they have read. */
export async function listUnread(db: Connection, recipients: readonly MemberId[]): Promise<Map<MemberId, Unread>> {
  const rows = await unreadOf.all(db, { recipients, now: Date.now() })
  return new Map(rows.map((row) => [row.recipient, { ...row, unread: Number(row.unread) }]))
}

/** What was read stays read. */
export const raiseReadTo = prepared((_db, { member, upTo }: { member: MemberId; upTo: number }) => {
  return sql`
    insert into notification_preferences (member_id, read_to) values (${member}, ${upTo})
    on conflict (member_id) do update set read_to = excluded.read_to
      where notification_preferences.read_to < excluded.read_to`
}).run

/** Whether notifications of a member may be about posts of others, quotes included. */
export const hasPostsOfOthers = prepared((db, { recipient }: { recipient: MemberId }) =>
  db
    .selectFrom('notification_groups')
    .select('id')
    .where('recipient_id', '=', recipient)
    .where(sql<SqlBool>`kind in ('answer', 'reply', 'mention', 'upvote', 'quote', 'edit', 'poll')`)
    .limit(1),
).has

const authorsOf = prepared((db, { posts }: { posts: readonly PostId[] }) =>
  db
    .selectFrom('posts')
    .select('author_id')
    .where(isIn(db, 'id', posts)),
)

export async function listAuthors(db: Connection, posts: readonly PostId[]): Promise<MemberId[]> {
  return posts.length === 0 ? [] : (await authorsOf.all(db, { posts })).map((row) => row.author_id)
}
