import type { Database } from '../../database/database.ts'
import { readPage } from '../../database/paging.ts'
import type { CommentId, DecisionId, ReportId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { mediaAddressesOf } from '../media/records/media-addresses.ts'
import { recordAudit } from './audit/audit.queries.ts'
import { APPEALS_CURSOR, type AppealState, listAppealed, listByMember } from './decisions/decisions.queries.ts'
import * as queries from './moderation.queries.ts'
import { hydrateConversation, hydrateNamed, hydrateReports, presentView } from './moderation.view.ts'
import { decisionView } from './reports/reports.view.ts'

/** Open reports about the same target, and earlier decisions, in the detail of a report. */
const HISTORY = 20
/** Reports about a member are counted up to this number. */
const COUNTED_MAX = 1_000

/**
 * A report with what it is about, as it was and as it is. Content that is not public is read through a report only, and
 * the log says who read it.
 * @throws reportUnknown
 */
export async function readReport(db: Database, viewer: Viewer, id: ReportId) {
  const row = await queries.findReport(db.read, id)
  const [report] = row ? await hydrateReports(db.read, [row]) : []
  if (!row || !report) throw new AppError('reportUnknown')
  const isClosed = !(await queries.listForEveryone(db.read, 'reports', [row.id])).has(row.id)
  const record = { actor: viewer.id, action: 'view', kind: 'report', target: row.id } as const
  const detail = isClosed ? 'for followers' : ''
  await db.write((transaction) => recordAudit(db, transaction, [{ ...record, detail }]))
  const present = await queries.findPresent(db.read, row.target_kind, row.target_id)
  const open = await queries.listOpenAbout(db.read, row.target_kind, row.target_id, HISTORY)
  const decisions = await listByMember(db.read, row.subject_id, { limit: HISTORY, after: null })
  await recordViews(db, viewer, decisions)
  const signed = mediaAddressesOf(db.read).signed()
  const conversation =
    row.target_kind === 'comment' ? await queries.findConversation(db.read, row.target_id as CommentId) : undefined
  return {
    report,
    present: present ? presentView(present, signed) : null,
    ...(conversation && { conversation: await hydrateConversation(db.read, conversation) }),
    openReports: await hydrateReports(db.read, open),
    reportCount: await queries.countReports(db.read, row.subject_id, COUNTED_MAX),
    decisions: decisions.map((decision) => decisionView(decision, signed)),
  }
}

/** A page of appeals, with the decisions that they are about and whom these concern. */
export async function readAppeals(
  db: Database,
  viewer: Viewer,
  state: AppealState,
  page: { limit: number; cursor: string | undefined },
) {
  const { entries, nextCursor } = await readPage(APPEALS_CURSOR, page, (request) =>
    listAppealed(db.read, state, request),
  )
  await recordViews(db, viewer, entries)
  const members = await hydrateNamed(
    db.read,
    entries.map((row) => row.member_id),
  )
  const signed = mediaAddressesOf(db.read).signed()
  const appeals = entries.flatMap((row) => {
    const member = members.get(row.member_id)
    return member ? [{ ...decisionView(row, signed), member }] : []
  })
  return { appeals, nextCursor }
}

/** A decision shows what it was about. The log says who has read what only followers may. */
async function recordViews(
  db: Database,
  viewer: Viewer,
  decisions: readonly { readonly id: DecisionId }[],
): Promise<void> {
  const ids = decisions.map(({ id }) => id)
  const open = await queries.listForEveryone(db.read, 'decisions', ids)
  const view = { actor: viewer.id, action: 'view', kind: 'decision', detail: 'for followers' } as const
  const records = ids.filter((id) => !open.has(id)).map((target) => ({ ...view, target }))
  if (records.length > 0) await db.write((transaction) => recordAudit(db, transaction, records))
}
