import type { Report, RouteAnswer, StaffMember } from '@quack/contract'
import type { Connection } from '../../database/database.ts'
import { timeOfId } from '../../database/ids.ts'
import type { MemberId, ReportId } from '../../database/schema.ts'
import { timestamp } from '../../reading/timestamp.ts'
import { type MediaAddressing, mediaAddressesOf } from '../media/records/media-addresses.ts'
import { listSummaryRows } from '../members/members.queries.ts'
import { summaryView } from '../members/members.view.ts'
import { editedView } from '../posts/posts.view.ts'
import { isInForce } from './decisions/suspension.queries.ts'
import {
  type findConversation,
  type findPresent,
  listForEveryone,
  type listMembers,
  type ReportRow,
} from './moderation.queries.ts'
import { copyView, outcomeOf, readdressed } from './reports/reports.view.ts'

type Conversation = NonNullable<RouteAnswer<'GET /api/moderation/reports/:reportId'>['conversation']>

/** Reports with the members whom they name. Those by or about members who are being removed are left out. */
export async function hydrateReports(db: Connection, rows: readonly ReportRow[]): Promise<Report[]> {
  const members = await hydrateNamed(
    db,
    rows.flatMap((row) => [row.subject_id, row.reporter_id]),
  )
  const signed = mediaAddressesOf(db).signed()
  return rows.flatMap((row): Report | [] => {
    const subject = members.get(row.subject_id)
    const reporter = members.get(row.reporter_id)
    if (!subject || !reporter) return []
    return {
      _id: String(row.id),
      kind: row.target_kind,
      targetId: String(row.target_id),
      subject,
      reporter,
      rule: row.rule,
      text: row.text,
      copy: copyView(row.copy, signed),
      outcome: outcomeOf(row),
      createdAt: timestamp(timeOfId(row.id)),
    }
  })
}

/**
 * The queue does not show what only followers may read. A report that is opened does, and the log says who opened it.
 */
export async function withholdPrivate(db: Connection, reports: readonly Report[]): Promise<Report[]> {
  const idOf = ({ _id }: Report) => Number(_id) as ReportId
  const open = await listForEveryone(db, 'reports', reports.map(idOf))
  const copy = { text: '', mediaUrl: '', alt: '' }
  return reports.map((report) => (open.has(idOf(report)) ? report : { ...report, copy, withheld: true }))
}

/** What was reported, as it is now. */
export function presentView(
  { hidden_at, edited_at, ...copy }: NonNullable<Awaited<ReturnType<typeof findPresent>>>,
  addressing: MediaAddressing,
) {
  return readdressed({ ...copy, hidden: hidden_at !== null, ...editedView({ edited_at }) }, addressing)
}

/** Where a comment stands, with what it answers. */
export async function hydrateConversation(
  db: Connection,
  row: NonNullable<Awaited<ReturnType<typeof findConversation>>>,
): Promise<Conversation> {
  const { public_id: postId, answers_id: answers, author_id: writer, text } = row
  if (answers === null) return { postId }
  const author = writer === null ? undefined : (await hydrateNamed(db, [writer])).get(writer)
  return { postId, answered: author && text !== null ? { author, text } : null }
}

export async function hydrateNamed(db: Connection, ids: readonly MemberId[]) {
  const rows = ids.length === 0 ? [] : await listSummaryRows(db, { ids: [...new Set(ids)] })
  return new Map(rows.map((row) => [row.id, summaryView(row)]))
}

export function staffMemberView(row: Awaited<ReturnType<typeof listMembers>>[number], now: number): StaffMember {
  const suspended = isInForce(row, now)
  const until = suspended ? row.suspended_until : null
  return {
    ...summaryView(row),
    role: row.role,
    postsCount: row.posts_count,
    limited: row.limited_at !== null,
    suspended,
    suspendedUntil: until === null ? null : timestamp(until),
    createdAt: timestamp(timeOfId(row.id)),
  }
}
