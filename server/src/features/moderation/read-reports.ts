import type { Database } from '../../database/database.ts'
import { readPage } from '../../database/paging.ts'
import type { CommentId, DecisionId, PostId, ReportId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { listRows as listComments } from '../comments/reading/comments.queries.ts'
import { mediaAddressesOf } from '../media/records/media-addresses.ts'
import { type VersionsQuery, versionsOfComment, versionsOfPost } from '../versions/versions.answer.ts'
import { findAnyPost } from '../versions/versions.queries.ts'
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
 * A report with what it is about, as it was and as it is. The log says who has read it.
 * @throws reportUnknown
 */
export async function readReport(db: Database, viewer: Viewer, id: ReportId) {
  const row = await queries.findReport(db.read, id)
  const [report] = row ? await hydrateReports(db.read, [row]) : []
  if (!row || !report) throw new AppError('reportUnknown')
  const record = await recordOf(db, viewer, row.id)
  await db.write((transaction) => recordAudit(db, transaction, [record]))
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

/**
 * What a reported post or comment says and has said; nothing of what is gone, and of a member. The log says who has
 * read what only followers may.
 * @throws reportUnknown
 */
export async function readReportedVersions(db: Database, viewer: Viewer, id: ReportId, query: VersionsQuery) {
  const row = await queries.findReport(db.read, id)
  if (!row) throw new AppError('reportUnknown')
  const record = await recordOf(db, viewer, id)
  if (record.detail !== '') await db.write((transaction) => recordAudit(db, transaction, [record]))
  if (row.target_kind === 'comment') {
    const [comment] = await listComments(db.read, [row.target_id as CommentId])
    if (!comment) return NO_VERSIONS
    const { versions, nextCursor } = await versionsOfComment(db.read, comment, query)
    return {
      versions: versions.map(({ text: content, ...version }) => ({ ...version, content, ...NO_MEDIA })),
      nextCursor,
    }
  }
  const post = row.target_kind === 'post' ? await findAnyPost(db.read, { id: row.target_id as PostId }) : undefined
  return post ? versionsOfPost(db.read, post, query, mediaAddressesOf(db.read).signed()) : NO_VERSIONS
}

const NO_VERSIONS = { versions: [], nextCursor: null }
const NO_MEDIA = { mediaUrl: '', type: '', alt: '', media: null } as const

/** What the log says of a report that is read. */
async function recordOf(db: Database, viewer: Viewer, target: ReportId) {
  const isOpen = (await queries.listForEveryone(db.read, 'reports', [target])).has(target)
  return { actor: viewer.id, action: 'view', kind: 'report', target, detail: isOpen ? '' : 'for followers' } as const
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
