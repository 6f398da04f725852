import type { NotificationKind } from '@quack/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from '../../../database/database.ts'
import { isPostgres } from '../../../database/engine.ts'
import { idsParameter } from '../../../database/in-list.ts'
import { prepared } from '../../../database/prepared.ts'
import type { CommentId, GroupId, MemberId, PostId } from '../../../database/schema.ts'

/** What notifies: the columns of its event, and of a new group. */
export interface Cause {
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
}
/** One recipient, with the id of a new group. */
type One = Cause & { readonly recipient: MemberId; readonly fresh: GroupId }
type Many = Cause & { readonly recipients: readonly MemberId[]; readonly fresh: readonly GroupId[] }

/**
 * Who is to be told, with the group that takes the event; null for a new one. Nobody is told of the same twice, or of
 * what they do not want to know.
 * @param given the cause for each recipient, in columns of these names
 */
const wanted = (given: RawBuilder<unknown>) => sql`
  select given.*, case when given.post is null then (
    select max(id) from notification_groups where post_id is null and recipient_id = given.member
      and kind = given.kind and target_id = given.target and id > given.open_since
  ) else (
    select max(id) from notification_groups where post_id = given.post and recipient_id = given.member
      and kind = given.kind and target_id = given.target and id > given.open_since
  ) end as open
  from ${given} as given
  where not exists (
      select 1 from notification_events as earlier where earlier.actor_id = given.actor and earlier.kind = given.kind
        and earlier.source_id = given.source and earlier.recipient_id = given.member)
    and not exists (
      select 1 from notification_kinds as chosen where chosen.member_id = given.member and chosen.kind = given.kind
        and (chosen.audience = 'nobody' or (chosen.audience = 'followed' and given.actor <> given.member and not exists (
          select 1 from follows where follower_id = given.member and followed_id = given.actor))))
    and not exists (
      select 1 from notification_mutes as muted where muted.post_id = given.post and muted.member_id = given.member)`

/** The values that are the same for all recipients. Each is one parameter, however often it is used. */
const causeOf = ({ kind, actor, source, target, post, groupComment, comment, at, openSince }: Cause) => sql`
  cast(${kind} as text) as kind, cast(${actor} as bigint) as actor, cast(${source} as bigint) as source,
  cast(${target} as bigint) as target, cast(${post} as bigint) as post, cast(${groupComment} as bigint) as group_comment,
  cast(${comment} as bigint) as comment, cast(${at} as bigint) as at, cast(${openSince} as bigint) as open_since`

const forOne = (values: One) => sql`(
  select cast(${values.recipient} as bigint) as member, cast(${values.fresh} as bigint) as fresh, ${causeOf(values)})`

function forMany(db: Connection, values: Many): RawBuilder<unknown> {
  const [recipients, fresh] = [idsParameter(db, values.recipients), idsParameter(db, values.fresh)]
  return isPostgres(db)
    ? sql`(select recipients.member, recipients.fresh, ${causeOf(values)}
        from unnest(${recipients}::bigint[], ${fresh}::bigint[]) as recipients (member, fresh))`
    : sql`(select recipient.value as member, fresh.value as fresh, ${causeOf(values)}
        from json_each(${recipients}) as recipient join json_each(${fresh}) as fresh on fresh.key = recipient.key)`
}

const GROUP = sql`insert into notification_groups (id, recipient_id, kind, target_id, post_id, comment_id)`
const EVENT = sql`insert into notification_events (recipient_id, kind, source_id, actor_id, group_id, comment_id, at, push)`
/** 1 if a recipient has a device that gets push messages, and wants those of the kind there. Both are SQL. */
const pushDue = (recipient: RawBuilder<unknown>, kind: RawBuilder<unknown>): RawBuilder<0 | 1> => sql<0 | 1>`
  case when exists (select 1 from push_subscriptions as device where device.member_id = ${recipient})
    and not exists (
      select 1 from notification_kinds as silent
      where silent.member_id = ${recipient} and silent.kind = ${kind} and silent.push = 0)
  then 1 else 0 end`
const IS_PUSHED = pushDue(sql.ref('wanted.member'), sql.ref('wanted.kind'))
const groups = sql`select fresh, member, kind, target, post, group_comment`
const events = sql`select member, kind, source, actor, coalesce(open, fresh), comment, at, ${IS_PUSHED}`

/** PostgreSQL takes the group and the event in one statement, whose answer is not waited for. */
const insertBoth = (given: RawBuilder<unknown>) => sql`
  with wanted as (${wanted(given)}),
  opened as (${GROUP} ${groups} from wanted where open is null)
  ${EVENT} ${events} from wanted on conflict do nothing`

const bothForOne = prepared((_db, values: One) => insertBoth(forOne(values)))
const bothForMany = prepared((db, values: Many) => insertBoth(forMany(db, values)))

const groupsForMany = prepared((db, values: Many) => {
  return sql`${GROUP} ${groups} from (${wanted(forMany(db, values))}) as wanted where open is null`
})
/** After the groups were inserted, so that all are open. */
const eventsForMany = prepared((db, values: Many) => {
  return sql`${EVENT} ${events} from (${wanted(forMany(db, values))}) as wanted`
})

/** Stores an event for each of these members who wants it. */
export async function insertForMany(transaction: Connection, values: Many): Promise<void> {
  if (isPostgres(transaction)) return bothForMany.send(transaction, values)
  await groupsForMany.run(transaction, values)
  await eventsForMany.run(transaction, values)
}

const wantedByOne = prepared((_db, values: One) => {
  return sql<{
    open: GroupId | null
    push: 0 | 1
  }>`select open, ${IS_PUSHED} as push from (${wanted(forOne(values))}) as wanted`
})
const groupForOne = prepared((_db, { recipient, fresh, kind, target, post, groupComment }: One) => {
  return sql`${GROUP} values (${fresh}, ${recipient}, ${kind}, ${target}, ${post}, ${groupComment})`
})
const eventForOne = prepared((_db, values: One & { open: GroupId; push: 0 | 1 }) => {
  const { recipient, kind, source, actor, open, comment, at, push } = values
  return sql`${EVENT} values (${recipient}, ${kind}, ${source}, ${actor}, ${open}, ${comment}, ${at}, ${push})`
})

/**
 * As insertForMany, for one member, which is what a like does. What the event is about must be locked, so that a group
 * is opened once.
 */
export async function insertForOne(transaction: Connection, values: One): Promise<void> {
  if (isPostgres(transaction)) return bothForOne.send(transaction, values)
  const found = await wantedByOne.first(transaction, values)
  if (!found) return
  if (found.open === null) await groupForOne.run(transaction, values)
  await eventForOne.run(transaction, { ...values, open: found.open ?? values.fresh, push: found.push })
}

const lockedRecipient = prepared((db, { member }: { member: MemberId }) =>
  db.selectFrom('members').select('id').where('id', '=', member).forNoKeyUpdate(),
)

/** Locks a member's row, for events that refer to nothing else that is locked. SQLite has one writer at a time. */
export async function lockRecipient(transaction: Connection, member: MemberId): Promise<void> {
  if (isPostgres(transaction)) await lockedRecipient.send(transaction, { member })
}

interface CommentersQuery {
  readonly post: PostId
  readonly comment: CommentId
  readonly comments: number
  readonly limit: number
}

const commenters = prepared((_db, { post, comment, comments, limit }: CommentersQuery) => {
  return sql<{ id: MemberId }>`
    select author_id as id from (
      select id, author_id from comments where post_id = ${post} and id < ${comment}
      order by id desc limit ${comments}) as latest
    group by author_id order by max(id) desc limit ${limit}`
})

/** Who has written the latest comments before this one, the latest first. */
export async function listCommenters(transaction: Connection, query: CommentersQuery): Promise<MemberId[]> {
  return (await commenters.all(transaction, query)).map(({ id }) => id)
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
  // A report can be decided again.
  return sql`from ${given} where not exists (
      select 1 from notification_kinds as chosen where chosen.member_id = given.member and chosen.kind = 'report'
        and chosen.audience = 'nobody')
    and not exists (
      select 1 from notification_events as earlier where earlier.recipient_id = given.member
        and earlier.kind = 'report' and earlier.source_id = given.report and earlier.actor_id = given.member)`
}

const outcomeGroups = prepared((db, values: Outcomes) => {
  return sql`${GROUP} select fresh, member, 'report', report, null, null ${outcomesOf(db, values)}`
})
const outcomeEvents = prepared((db, values: Outcomes) => {
  return sql`${EVENT} select member, 'report', report, member, fresh, null, fresh, ${pushDue(sql`given.member`, sql`'report'`)} ${outcomesOf(db, values)}`
})

/** Each outcome is a group of its own, and its recipient stands for the moderator, who is not named. */
export async function insertOutcomes(transaction: Connection, values: Outcomes): Promise<void> {
  await outcomeGroups.send(transaction, values)
  await outcomeEvents.send(transaction, values)
}
