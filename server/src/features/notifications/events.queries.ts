import type { NotificationKind } from '@quack/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn, isOneOf } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { CommentId, GroupId, MemberId, PostId } from '../../database/schema.ts'
import { type JsonRows, parseRows, rowsAsJson, WINDOW } from './notifications.queries.ts'
import { groupsWithLatest, isGroupShown, shownEvents } from './notifications.shown.ts'

/** The events of notifications, each on its own: apps know no groups. */

export interface EventsQuery {
  readonly recipient: MemberId
  readonly kinds: readonly NotificationKind[]
  /** Who caused them; 0 for anyone. */
  readonly actor: number
  /** Between these events. */
  readonly above: number
  readonly below: number
  /** Whether those right above the lower one are read, in place of the newest. */
  readonly isUpward: boolean
  readonly limit: number
}

export interface EventRow {
  readonly at: number
  readonly kind: NotificationKind
  readonly actor: MemberId
  readonly post: PostId | null
  /** The comment that it is about. */
  readonly comment: CommentId | null
}

interface Asked extends EventsQuery {
  readonly now: number
}
/** Groups with ids between the first two, whose first event of the page is within the others. */
type Range = Asked & Readonly<Record<'fromGroup' | 'toGroup' | 'from' | 'to', number>>
/** `first`: its event that comes first in the page. */
type Group = { readonly id: GroupId; readonly first: number }
type Event = readonly [at: number, actor: MemberId, post: PostId | null, comment: CommentId | null]
type Page = Omit<EventRow, 'at' | 'actor' | 'post'> & { readonly events: JsonRows<Event> }

/** The post that an event is about, to apps: the quote, not what it quotes. */
export const EVENT_POST = sql`case events.kind when 'quote' then events.source_id else groups.post_id end`

const isAsked = ({ actor, above, below }: Asked) => sql`
  and events.at > ${above} and events.at < ${below} and (cast(${actor} as bigint) = 0 or events.actor_id = ${actor})`

/** Among so many events, those of one member are looked for: no index has them in order. */
const LOOKED_AT = 10_000

const groupsIn = (order: RawBuilder<unknown>, isOfActor: boolean) =>
  prepared((db, range: Range) => {
    const { recipient, kinds, actor, now, fromGroup, toGroup, from, to, limit } = range
    const viewer = sql`${recipient}`
    const looked = sql`
      select group_id, actor_id from notification_events
      where recipient_id = ${recipient} and group_id > ${fromGroup} and group_id < ${toGroup}
      order by group_id ${order} limit ${sql.lit(LOOKED_AT)}`
    const alias = isPostgres(db) ? sql`as looked` : sql``
    const ofActor = sql`groups.id in (select group_id from (${looked}) ${alias} where actor_id = ${actor})`
    return sql<Group>`
      select groups.id, latest.at as first ${groupsWithLatest(db, viewer, now, isAsked(range), order)}
      where groups.recipient_id = ${recipient} and groups.id > ${fromGroup} and groups.id < ${toGroup}
        and ${isOfActor ? ofActor : sql`true`}
        and ${isOneOf(db, 'groups.kind', kinds)} and ${isGroupShown(viewer)}
        and latest.at >= ${from} and latest.at <= ${to}
      order by groups.id ${order} limit ${limit}`
  })

const eventsIn = (order: RawBuilder<unknown>) =>
  prepared((db, asked: Asked & { readonly ids: readonly GroupId[] }) => {
    const { recipient, now, ids, limit } = asked
    const shown = sql`${shownEvents(sql`${recipient}`, now)} ${isAsked(asked)} order by events.at ${order} limit ${limit}`
    const page = sql`select events.at, actor_id, ${EVENT_POST} as post, events.comment_id ${shown}`
    return sql<Page>`
      select groups.kind, groups.comment_id as comment, ${rowsAsJson(db, 'at, actor_id, post, comment_id', page)} as events
      from notification_groups as groups where groups.recipient_id = ${recipient} and ${isIn(db, 'groups.id', ids)}`
  })

const statementsIn = (order: RawBuilder<unknown>) => ({
  groups: groupsIn(order, false),
  groupsOfActor: groupsIn(order, true),
  events: eventsIn(order),
})
const [DOWN, UP] = [statementsIn(sql`desc`), statementsIn(sql`asc`)]
const LAST = Number.MAX_SAFE_INTEGER

/** The events of a page, newest first. They are in the groups whose first events would make a page as well. */
export async function listEvents(db: Connection, query: EventsQuery): Promise<EventRow[]> {
  const { isUpward, limit } = query
  const now = Date.now()
  const ids = (await listGroups(db, { ...query, now })).map(({ id }) => id)
  if (ids.length === 0) return []
  const groups = await (isUpward ? UP : DOWN).events.all(db, { ...query, now, ids })
  const events = groups.flatMap(({ events: list, ...group }) =>
    parseRows(list).map(([at, actor, post, comment]) => ({
      ...group,
      at,
      actor,
      post,
      comment: comment ?? group.comment,
    })),
  )
  events.sort((a, b) => b.at - a.at)
  return isUpward ? events.slice(-limit) : events.slice(0, limit)
}

/**
 * As listGroups of notifications.queries.ts, in both directions: a group's events follow its id within twelve hours.
 */
async function listGroups(db: Connection, query: Asked): Promise<Group[]> {
  const { isUpward, above, below, limit } = query
  const range = { ...query, fromGroup: above - WINDOW, toGroup: below, from: 0, to: LAST }
  const { [query.actor === 0 ? 'groups' : 'groupsOfActor']: groups } = isUpward ? UP : DOWN
  const found = await groups.all(db, range)
  const edge = found.at(-1)
  if (!edge || found.length < limit) return found
  if (isUpward) {
    const to = Math.max(...found.map(({ first }) => first))
    const more = await groups.all(db, { ...range, fromGroup: edge.id, toGroup: Math.min(to, below), to, limit: LAST })
    return [...found, ...more].sort((a, b) => a.first - b.first).slice(0, limit)
  }
  const older = { ...range, fromGroup: edge.id - WINDOW, toGroup: edge.id, from: edge.id, limit: LAST }
  return [...found, ...(await groups.all(db, older))].sort((a, b) => b.first - a.first).slice(0, limit)
}
