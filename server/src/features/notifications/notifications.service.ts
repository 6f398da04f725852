import type { ENDPOINTS, EndpointAnswer, Notification, NotificationKind } from '@quack/contract'
import type { Connection, Database } from '../../database/database.ts'
import { timeOfId } from '../../database/ids.ts'
import { cursorCodec, ID_CODEC } from '../../database/paging.ts'
import type { CommentId, MemberId, PostId, ReportId } from '../../database/schema.ts'
import { pageOf } from '../../reading/list-query.ts'
import { timestamp } from '../../reading/timestamp.ts'
import { hydrateSummaries } from '../members/members.hydrate.ts'
import * as queries from './notifications.queries.ts'

const CURSOR = cursorCodec('notifications', { newest: ID_CODEC, asOf: ID_CODEC })

interface PageInput {
  readonly kind?: NotificationKind
  readonly limit?: number
  readonly cursor?: string
}

export type NotificationPage = EndpointAnswer<typeof ENDPOINTS.listNotifications>

/** A page of the viewer's notifications. @throws CursorError */
export async function readNotifications(
  db: Connection,
  viewer: MemberId,
  { kind, ...query }: PageInput,
): Promise<NotificationPage> {
  const { limit } = pageOf(query)
  const after = query.cursor === undefined ? null : CURSOR.read(query.cursor)
  const newestFirst = { recipient: viewer, asOf: Number.MAX_SAFE_INTEGER, before: Number.MAX_SAFE_INTEGER } as const
  const groups = await queries.listGroups(db, {
    ...newestFirst,
    kind: kind ?? '',
    limit: limit + 1,
    ...(after && { asOf: after.asOf, before: after.newest }),
  })
  const entries = groups.slice(0, limit)
  const isStart = after === null && kind === undefined
  const [first] = isStart ? groups : await queries.listGroups(db, { ...newestFirst, kind: '', limit: 1 })
  const last = entries.at(-1)
  const hasMore = groups.length > limit && last !== undefined
  const asOf = after?.asOf ?? entries[0]?.newest ?? 0
  const { unread, readTo } = await readUnread(db, viewer)
  return {
    notifications: await hydrate(db, viewer, entries, readTo),
    nextCursor: hasMore ? CURSOR.write({ newest: last.newest, asOf }) : null,
    unread,
    latest: first ? String(first.newest) : null,
  }
}

/** @returns how many notifications are unread, and up to which event they have been read */
export async function readUnread(db: Connection, viewer: MemberId): Promise<{ unread: number; readTo: number }> {
  const found = (await queries.listUnread(db, [viewer])).get(viewer)
  return { unread: found?.unread ?? 0, readTo: found?.read_to ?? 0 }
}

/** Nothing later than now has been seen, and what was read stays read. */
export async function markRead(db: Database, viewer: MemberId, upTo: number): Promise<void> {
  const seen = Math.min(upTo, db.ids.next())
  await db.write((transaction) => queries.raiseReadTo(transaction, { member: viewer, upTo: seen }))
}

/** What these groups show, in their order. */
export async function hydrate(
  db: Connection,
  viewer: MemberId,
  entries: readonly queries.GroupKey[],
  readTo: number,
): Promise<Notification[]> {
  const details = await queries.listDetails(
    db,
    viewer,
    entries.map(({ id }) => id),
  )
  const byId = new Map(details.map((group) => [group.id, group]))
  const idsOf = <Id>(pick: (group: queries.GroupDetails) => Id | null): Id[] => [
    ...new Set(details.map(pick).filter((id) => id !== null)),
  ]
  const faces = details.map((group) => (namesNobody(group, viewer) ? [] : group.faces))
  const [people, excerpts, outcomes] = await Promise.all([
    hydrateSummaries(db, faces, { viewer }),
    queries.listExcerpts(
      db,
      idsOf<PostId>(({ post_id }) => post_id),
      idsOf<CommentId>(commentOf),
    ),
    queries.listOutcomes(
      db,
      idsOf((group) => (group.kind === 'report' ? (group.target_id as ReportId) : null)),
    ),
  ])
  return entries.flatMap(({ id, newest }) => {
    const group = byId.get(id)
    if (!group) return []
    const { kind } = group
    const [post, comment] = [excerpts.get(group.post_id ?? 0), excerpts.get(commentOf(group) ?? 0)]
    const outcome = kind === 'report' ? outcomes.get(group.target_id) : undefined
    return [
      {
        _id: String(id),
        kind,
        unread: newest > readTo,
        people: namesNobody(group, viewer) ? [] : people.list(group.faces),
        peopleCount: namesNobody(group, viewer) ? 0 : group.people,
        ...(post && {
          post: {
            _id: String(post.id),
            id: post.public_id ?? '',
            excerpt: excerptOf(post.text),
            ...(post.has_warning === 1 && { hasWarning: true as const }),
          },
        }),
        ...(comment && { comment: { _id: String(comment.id), excerpt: excerptOf(comment.text) } }),
        ...(outcome && {
          report: { _id: String(outcome.id), kind: outcome.target_kind, hasConsequence: outcome.has_consequence === 1 },
        }),
        at: timestamp(timeOfId(newest)),
      },
    ]
  })
}

/** Of the outcome of a report, and the end of an own poll, the recipient stands for who caused it. */
const namesNobody = ({ kind, faces }: queries.GroupDetails, viewer: MemberId): boolean =>
  kind === 'report' || (kind === 'poll' && faces.includes(viewer))

const commentOf = (group: queries.GroupDetails): CommentId | null => group.comment_id ?? group.latest_comment

/** Counted in code points, as the databases cut it. */
function excerptOf(text: string): string {
  const characters = [...text]
  return characters.length > queries.EXCERPT_LENGTH
    ? `${characters.slice(0, queries.EXCERPT_LENGTH).join('').trimEnd()}…`
    : text
}
