import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isReadableBy } from '../visibility/audience.ts'
import { isNotUnderBlocker, isPostVisible, isVisible, unseenBy } from '../visibility/visibility.ts'

/**
 * What a recipient is shown, as conditions on `notification_groups as groups` and `notification_events as events`. It
 * is decided when it is read, from the rows that an event is about: what is undone, hidden or blocked is gone at once,
 * and comes back with its cause.
 */

/** Whether what an event says is still so. What mentions, comments or quotes is deleted together with its events. */
const isTrue = sql<SqlBool>`case events.kind
  when 'like' then exists (
    select 1 from likes where likes.post_id = events.source_id and likes.member_id = events.actor_id)
  when 'repost' then exists (
    select 1 from reposts where reposts.member_id = events.actor_id and reposts.post_id = events.source_id)
  when 'quote' then exists (
    select 1 from posts as quoting join members on members.id = quoting.author_id
    where quoting.id = events.source_id and quoting.hidden_at is null and ${isReadableBy(sql`events.recipient_id`)})
  when 'upvote' then exists (
    select 1 from comment_votes as votes where votes.comment_id = events.source_id
      and votes.member_id = events.actor_id and votes.vote = 1)
  when 'follow' then exists (
    select 1 from follows as made where made.follower_id = events.actor_id and made.followed_id = events.recipient_id)
  when 'followRequest' then exists (
    select 1 from follow_requests as asked where asked.follower_id = events.actor_id
      and asked.followed_id = events.recipient_id)
  when 'mention' then
    exists (select 1 from post_mentions as named where named.post_id = events.source_id
      and named.member_id = events.recipient_id)
    or exists (select 1 from comment_mentions as named where named.comment_id = events.source_id
      and named.member_id = events.recipient_id)
  when 'poll' then exists (select 1 from polls where polls.id = events.source_id and polls.ended_at is not null)
  when 'report' then exists (select 1 from reports where reports.id = events.source_id)
  else true end`

/** @param now milliseconds since 1970 */
const mutedBy = (viewer: RawBuilder<unknown>, now: number) => sql`(
  select muted_id from mutes where muter_id = ${viewer} and with_notifications = 1
    and (ends_at is null or ends_at > ${now}))`

/** @param viewer the recipient, as a value or a column */
export function isEventShown(viewer: RawBuilder<unknown>, now: number): RawBuilder<SqlBool> {
  return sql<SqlBool>`${isTrue}
    and events.actor_id not in ${unseenBy(viewer)}
    and events.actor_id not in ${mutedBy(viewer, now)}
    and (events.comment_id is null or exists (
      select 1 from comments as list where list.id = events.comment_id and list.is_hidden = 0 and ${isNotUnderBlocker}))`
}

/** The events of a group that are shown, as a `from` clause; another condition can follow. */
export const shownEvents = (viewer: RawBuilder<unknown>, now: number) => sql`
  from notification_events as events
  where events.recipient_id = groups.recipient_id and events.group_id = groups.id and ${isEventShown(viewer, now)}`

/** A condition on the group alone, which is cheaper than one on each event. */
export function isGroupShown(viewer: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql<SqlBool>`(groups.post_id is null or exists (
      select 1 from posts join members on members.id = posts.author_id
      where posts.id = groups.post_id and ${isPostVisible} and ${isVisible} and ${isReadableBy(viewer)}
        and members.id not in ${unseenBy(viewer)}))
    and not exists (
      select 1 from notification_kinds as chosen
      where chosen.member_id = ${viewer} and chosen.kind = groups.kind and chosen.list = 0)`
}

/**
 * The groups, each with its latest event that is shown, as a `from` clause: `groups` and `latest`. A subquery in the
 * list of columns would run again for each condition on it.
 * @param and another condition on the events
 * @param order `asc` for the earliest in place of the latest
 */
export function groupsWithLatest(
  db: Connection,
  viewer: RawBuilder<unknown>,
  now: number,
  and: RawBuilder<unknown> = sql``,
  order: RawBuilder<unknown> = sql`desc`,
): RawBuilder<unknown> {
  const at = sql`(select events.at ${shownEvents(viewer, now)} ${and} order by events.at ${order} limit 1)`
  return isPostgres(db)
    ? sql`from notification_groups as groups cross join lateral ${at} as latest`
    : sql`from notification_groups as groups cross join notification_events as latest
        on latest.recipient_id = groups.recipient_id and latest.group_id = groups.id and latest.at = ${at}`
}
