import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { readPage } from '../../database/paging.ts'
import type { DecisionId, ReportId } from '../../database/schema.ts'
import { bind } from '../../http/calls/bind.ts'
import { AppError } from '../../http/errors/errors.ts'
import { pageOf } from '../../reading/list-query.ts'
import type { Viewer } from '../../reading/viewer.ts'
import type { Removals } from '../account/removals.ts'
import { recordAudit } from './audit/audit.queries.ts'
import { mediaAddressesOf } from '../media/records/media-addresses.ts'
import { parseMemberId } from '../members/members.service.ts'
import { APPEALS_CURSOR, listAppealed, listByMember } from './decisions/decisions.queries.ts'
import { decisionView } from './reports/reports.view.ts'
import { setRole } from './roles/roles.service.ts'
import { requireRecent } from '../passwords/recent.ts'
import { decide, decideAppeal } from './decisions.service.ts'
import * as queries from './moderation.queries.ts'
import { endLimit, endSuspension } from './moderation.service.ts'
import { hydrateNamed, hydrateReports, presentView, staffMemberView, withholdPrivate } from './moderation.view.ts'

/** Open reports about the same target, and earlier decisions, in the detail of a report. */
const HISTORY = 20
/** Reports about a member are counted up to this number. */
const COUNTED_MAX = 1_000

export interface ModerationOptions {
  readonly removals: Removals
  /** Called when media may have lost their last reference. */
  readonly sweepSoon: () => void
}

export function registerModeration(app: FastifyInstance, db: Database, { removals, sweepSoon }: ModerationOptions) {
  bind(app, ENDPOINTS.listReports, async ({ query }) => {
    const page = await readPage(queries.REPORTS_CURSOR, pageOf(query), (request) =>
      queries.listReports(db.read, query.state ?? 'open', request),
    )
    const reports = await hydrateReports(db.read, page.entries)
    return { reports: await withholdPrivate(db.read, reports), nextCursor: page.nextCursor }
  })

  bind(app, ENDPOINTS.getReport, async ({ params }, { viewer }) => {
    const id = parseId<ReportId>(params.reportId)
    const row = id === null ? undefined : await queries.findReport(db.read, id)
    const [report] = row ? await hydrateReports(db.read, [row]) : []
    if (!row || !report) throw new AppError('reportUnknown')
    // Content that is not public is read through a report only, and the log says who read it.
    const isClosed = !(await queries.listForEveryone(db.read, 'reports', [row.id])).has(row.id)
    const record = { actor: viewer.id, action: 'view', kind: 'report', target: row.id } as const
    const detail = isClosed ? 'for followers' : ''
    await db.write((transaction) => recordAudit(db, transaction, [{ ...record, detail }]))
    const present = await queries.findPresent(db.read, row.target_kind, row.target_id)
    const open = await queries.listOpenAbout(db.read, row.target_kind, row.target_id, HISTORY)
    const decisions = await listByMember(db.read, row.subject_id, { limit: HISTORY, after: null })
    await recordViews(
      viewer,
      decisions.map((decision) => decision.id),
    )
    const signed = mediaAddressesOf(db.read).signed()
    return {
      report,
      present: present ? presentView(present, signed) : null,
      openReports: await hydrateReports(db.read, open),
      reportCount: await queries.countReports(db.read, row.subject_id, COUNTED_MAX),
      decisions: decisions.map((decision) => decisionView(decision, signed)),
    }
  })

  bind(app, ENDPOINTS.decide, async ({ body }, { viewer }) => {
    const deleted = await decide(db, viewer, body)
    if (deleted !== null) removals.wake()
    sweepSoon()
    return {}
  })

  bind(app, ENDPOINTS.listAppeals, async ({ query }, { viewer }) => {
    const page = await readPage(APPEALS_CURSOR, pageOf(query), (request) =>
      listAppealed(db.read, query.state ?? 'open', request),
    )
    await recordViews(
      viewer,
      page.entries.map((row) => row.id),
    )
    const members = await hydrateNamed(
      db.read,
      page.entries.map((row) => row.member_id),
    )
    const signed = mediaAddressesOf(db.read).signed()
    const appeals = page.entries.flatMap((row) => {
      const member = members.get(row.member_id)
      return member ? [{ ...decisionView(row, signed), member }] : []
    })
    return { appeals, nextCursor: page.nextCursor }
  })

  /** A decision shows what it was about. The log says who has read what only followers may. */
  async function recordViews(viewer: Viewer, decisions: readonly DecisionId[]): Promise<void> {
    const open = await queries.listForEveryone(db.read, 'decisions', decisions)
    const view = { actor: viewer.id, action: 'view', kind: 'decision', detail: 'for followers' } as const
    const records = decisions.filter((id) => !open.has(id)).map((target) => ({ ...view, target }))
    if (records.length > 0) await db.write((transaction) => recordAudit(db, transaction, records))
  }

  bind(app, ENDPOINTS.decideAppeal, async ({ params, body }, { viewer }) => {
    await decideAppeal(db, viewer, params.decisionId, body)
    return {}
  })

  bind(app, ENDPOINTS.listStaffMembers, async ({ query }) => {
    const now = Date.now()
    const filter = { prefix: (query.search ?? '').toLowerCase(), only: query.filter ?? 'all', now } as const
    const page = await readPage(queries.STAFF_MEMBERS_CURSOR, pageOf(query), (request) =>
      queries.listMembers(db.read, filter, request),
    )
    return { members: page.entries.map((row) => staffMemberView(row, now)), nextCursor: page.nextCursor }
  })

  bind(app, ENDPOINTS.setRole, async ({ params, body }, { viewer }) => {
    await setRole(db, viewer, parseMemberId(params.id), body.role, (transaction) => requireRecent(transaction, viewer))
    return {}
  })

  bind(app, ENDPOINTS.endSuspension, async ({ params }, { viewer }) => {
    await endSuspension(db, viewer, parseMemberId(params.id))
    return {}
  })

  bind(app, ENDPOINTS.endLimit, async ({ params }, { viewer }) => {
    await endLimit(db, viewer, parseMemberId(params.id))
    return {}
  })
}
