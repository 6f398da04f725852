import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { idsParameter, isIn } from '../../database/in-list.ts'
import { prepared } from '../../database/prepared.ts'
import type { GroupId, MemberId } from '../../database/schema.ts'

type Members = { readonly members: readonly MemberId[] }

/** `push = 1` is not a parameter, so that both engines use the partial index. */
const IS_DUE = sql`push = 1`

const recipientsOf = prepared((db, { members, limit }: Members & { limit: number }) => {
  return sql<{ member: MemberId }>`
    select distinct recipient_id as member from notification_events
    where ${IS_DUE} and ${isIn(db, 'recipient_id', members)} limit ${limit}`
})
const anyRecipients = prepared((_db, { limit }: { limit: number }) => {
  return sql<{ member: MemberId }>`
    select distinct recipient_id as member from notification_events where ${IS_DUE} limit ${limit}`
})

/** Members with events that have to be sent. @param members null for all */
export async function listRecipients(
  db: Connection,
  members: readonly MemberId[] | null,
  limit: number,
): Promise<MemberId[]> {
  if (members?.length === 0) return []
  const rows = await (members ? recipientsOf.all(db, { members, limit }) : anyRecipients.all(db, { limit }))
  return rows.map(({ member }) => member)
}

const takeEvents = prepared((db, { members }: Members) => {
  return sql<{ member: MemberId; group: GroupId }>`
    update notification_events set push = 0 where ${IS_DUE} and ${isIn(db, 'recipient_id', members)}
    returning recipient_id as member, group_id as "group"`
})

const markGroups = prepared((db, values: Members & { groups: readonly GroupId[]; mark: number }) => {
  const [members, groups] = [idsParameter(db, values.members), idsParameter(db, values.groups)]
  const given = isPostgres(db)
    ? sql`unnest(${members}::bigint[], ${groups}::bigint[]) as given (member, "group")`
    : sql`(select member.value as member, "group".value as "group" from json_each(${members}) as member
          join json_each(${groups}) as "group" on "group".key = member.key) as given`
  return sql`
      insert into push_tags (session_id, group_id, mark)
      select subscribed.session_id, given."group", cast(${values.mark} as bigint)
      from ${given} join push_subscriptions as subscribed on subscribed.member_id = given.member where true
      on conflict (session_id, group_id) do update set mark = excluded.mark`
})

const setDue = prepared((db, { members, now }: Members & { now: number }) => {
  // Every row is locked, so that a claim that ends at the same time comes before or after (push-claims.queries.ts).
  return sql`update push_subscriptions set due_at = coalesce(due_at, ${now}) where ${isIn(db, 'member_id', members)}`
})

/**
 * Moves the events that have to be sent to the devices of their recipients, in one transaction: of several nodes, one
 * finds them.
 * @param mark a new id
 */
export async function collectEvents(
  transaction: Connection,
  members: readonly MemberId[],
  { mark, now }: { readonly mark: number; readonly now: number },
): Promise<void> {
  const taken = await takeEvents.all(transaction, { members })
  const pairs = [...new Map(taken.map((event) => [`${event.member} ${event.group}`, event])).values()]
  if (pairs.length === 0) return
  const groups = pairs.map(({ group }) => group)
  await markGroups.run(transaction, { members: pairs.map(({ member }) => member), groups, mark })
  await setDue.run(transaction, { members, now })
}

const shownOf = prepared((db, { members }: Members) =>
  db
    .selectFrom('push_tags')
    .innerJoin('push_subscriptions', 'push_subscriptions.session_id', 'push_tags.session_id')
    .select(['push_subscriptions.member_id as member', 'push_tags.group_id as group'])
    .distinct()
    .where(isIn(db, 'push_subscriptions.member_id', members))
    .where('push_tags.shown', '<>', 0)
    .where('push_tags.mark', '=', 0),
)

/** What the devices of members show, without what they have to look at anyway. */
export async function listShown(db: Connection, members: readonly MemberId[]): Promise<Map<MemberId, GroupId[]>> {
  const shown = new Map<MemberId, GroupId[]>()
  if (members.length === 0) return shown
  for (const { member, group } of await shownOf.all(db, { members })) {
    shown.set(member, [...(shown.get(member) ?? []), group])
  }
  return shown
}

const markShown = prepared(
  (db, { member, groups, mark }: { member: MemberId; groups: readonly GroupId[]; mark: number }) =>
    db
      .updateTable('push_tags')
      .set({ mark })
      .where(isIn(db, 'group_id', groups))
      .where('shown', '<>', 0)
      .where('mark', '=', 0)
      .where('session_id', 'in', (eb) =>
        eb.selectFrom('push_subscriptions').select('session_id').where('member_id', '=', member),
      ),
)

/** Has the devices that show these groups look at them again. */
export async function markAgain(
  transaction: Connection,
  member: MemberId,
  groups: readonly GroupId[],
  { mark, now }: { readonly mark: number; readonly now: number },
): Promise<void> {
  const marked = await markShown.run(transaction, { member, groups, mark })
  if (marked > 0) await setDue.run(transaction, { members: [member], now })
}
