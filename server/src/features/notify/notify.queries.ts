import type { NotificationKind } from '@quack/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { idsParameter } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { CommentId, GroupId, MemberId, PostId } from '../../database/schema.ts'

/** What notifies: the columns of its event, and of a new group. */
export interface EventValues {
  readonly kind: NotificationKind
  readonly actor: MemberId
  readonly source: number
  readonly target: number
  readonly post: PostId | null
  readonly groupComment: CommentId | null
  readonly comment: CommentId | null
  readonly at: number
  /** Groups that are older take no more events. */
  readonly openSince: number
  readonly recipients: readonly MemberId[]
  /** For each recipient, the id of a new group. */
  readonly fresh: readonly GroupId[]
}

/**
 * Who is to be told, with the group that takes the event; null for a new one. Nobody is told of what they do themselves,
 * of the same twice, or of what they do not want to know.
 */
function wanted(db: Connection, values: EventValues): RawBuilder<unknown> {
  const { kind, actor, source, target, post, openSince } = values
  const [recipients, fresh] = [idsParameter(db, values.recipients), idsParameter(db, values.fresh)]
  const given = isPostgres(db)
    ? sql`unnest(${recipients}::bigint[], ${fresh}::bigint[]) as given (member, fresh)`
    : sql`(select recipient.value as member, fresh.value as fresh
        from json_each(${recipients}) as recipient join json_each(${fresh}) as fresh on fresh.key = recipient.key) as given`
  return sql`
    select given.member, given.fresh, (
      select max(id) from notification_groups
      where recipient_id = given.member and kind = ${kind} and target_id = ${target} and id > ${openSince}
    ) as open
    from ${given}
    where given.member <> ${actor}
      and not exists (
        select 1 from notification_events as earlier where earlier.recipient_id = given.member
          and earlier.kind = ${kind} and earlier.source_id = ${source} and earlier.actor_id = ${actor})
      and not exists (
        select 1 from notification_kinds as chosen where chosen.member_id = given.member and chosen.kind = ${kind}
          and (chosen.audience = 'nobody' or (chosen.audience = 'followed' and not exists (
            select 1 from follows where follower_id = given.member and followed_id = ${actor}))))
      and not exists (
        select 1 from notification_mutes as muted
        where muted.post_id = cast(${post} as bigint) and muted.member_id = given.member)`
}

const group = (values: EventValues): RawBuilder<unknown> => {
  const [post, comment] = [sql`cast(${values.post} as bigint)`, sql`cast(${values.groupComment} as bigint)`]
  return sql`fresh, member, cast(${values.kind} as text), cast(${values.target} as bigint), ${post}, ${comment}`
}

const event = (values: EventValues): RawBuilder<unknown> => {
  const [source, actor] = [sql`cast(${values.source} as bigint)`, sql`cast(${values.actor} as bigint)`]
  const [comment, at] = [sql`cast(${values.comment} as bigint)`, sql`cast(${values.at} as bigint)`]
  return sql`member, cast(${values.kind} as text), ${source}, ${actor}, coalesce(open, fresh), ${comment}, ${at}`
}

const GROUP = sql`insert into notification_groups (id, recipient_id, kind, target_id, post_id, comment_id)`
const EVENT = sql`insert into notification_events (recipient_id, kind, source_id, actor_id, group_id, comment_id, at)`

/** SQLite inserts the group first. Then that group is the open one. */
const insertGroups = prepared((db, values: EventValues) => {
  return sql`${GROUP} select ${group(values)} from (${wanted(db, values)}) where open is null`
})
const insertEvents = prepared((db, values: EventValues) => {
  return sql`${EVENT} select ${event(values)} from (${wanted(db, values)}) where true on conflict do nothing`
})

/** PostgreSQL takes both in one statement, whose answer is not waited for. */
const insertBoth = prepared((db, values: EventValues) => {
  return sql`
    with wanted as (${wanted(db, values)}),
    opened as (${GROUP} select ${group(values)} from wanted where open is null)
    ${EVENT} select ${event(values)} from wanted on conflict do nothing`
})

/** Stores an event for each recipient who wants it. What it refers to must be locked, so that groups are opened once. */
export async function insertEvent(transaction: Connection, values: EventValues): Promise<void> {
  if (isPostgres(transaction)) return insertBoth.send(transaction, values)
  await insertGroups.run(transaction, values)
  await insertEvents.run(transaction, values)
}

const commenters = prepared((_db, values: { post: PostId; comment: CommentId; comments: number; limit: number }) => {
  return sql<{ id: MemberId }>`
    select author_id as id from (
      select id, author_id from comments where post_id = ${values.post} and id < ${values.comment}
      order by id desc limit ${values.comments}) as latest
    group by author_id order by max(id) desc limit ${values.limit}`
})

/** Who has written the latest comments before this one, the latest first. */
export async function listCommenters(
  transaction: Connection,
  values: { post: PostId; comment: CommentId; comments: number; limit: number },
): Promise<MemberId[]> {
  return (await commenters.all(transaction, values)).map(({ id }) => id)
}

interface Outcomes {
  readonly reports: readonly number[]
  readonly reporters: readonly MemberId[]
  readonly fresh: readonly GroupId[]
}

const outcomesOf = (db: Connection, { reports, reporters, fresh }: Outcomes): RawBuilder<unknown> => {
  const [ids, members, groups] = [reports, reporters, fresh].map((list) => idsParameter(db, list))
  const given = isPostgres(db)
    ? sql`unnest(${ids}::bigint[], ${members}::bigint[], ${groups}::bigint[]) as given (report, member, fresh)`
    : sql`(select report.value as report, member.value as member, fresh.value as fresh from json_each(${ids}) as report
        join json_each(${members}) as member on member.key = report.key
        join json_each(${groups}) as fresh on fresh.key = report.key) as given`
  return sql`from ${given} where not exists (
    select 1 from notification_kinds as chosen where chosen.member_id = given.member and chosen.kind = 'report'
      and chosen.audience = 'nobody')`
}

const outcomeGroups = prepared((db, values: Outcomes) => {
  return sql`${GROUP} select fresh, member, 'report', report, null, null ${outcomesOf(db, values)}`
})
const outcomeEvents = prepared((db, values: Outcomes) => {
  return sql`${EVENT} select member, 'report', report, member, fresh, null, fresh ${outcomesOf(db, values)}
    on conflict do nothing`
})

/** Each outcome is a group of its own, and its recipient stands for the moderator, who is not named. */
export async function insertOutcomes(transaction: Connection, values: Outcomes): Promise<void> {
  await outcomeGroups.send(transaction, values)
  await outcomeEvents.send(transaction, values)
}
