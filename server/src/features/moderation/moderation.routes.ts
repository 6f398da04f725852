import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import { readPage } from '../../database/paging.ts'
import type { ReportId } from '../../database/schema.ts'
import { bind } from '../../http/calls/bind.ts'
import { AppError } from '../../http/errors/errors.ts'
import { pageOf } from '../../reading/list-query.ts'
import type { Removals } from '../account/removal.loop.ts'
import { parseMemberId } from '../members/members.service.ts'
import { requireRecent } from '../passwords/recent.ts'
import { decide, decideAppeal } from './decisions.service.ts'
import * as queries from './moderation.queries.ts'
import { hydrateReports, staffMemberView, withholdPrivate } from './moderation.view.ts'
import { readAppeals, readReport, readReportedVersions } from './read-reports.ts'
import { setRole } from './roles/roles.service.ts'
import { endLimit, endSuspension } from './suspension.service.ts'

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
    if (id === null) throw new AppError('reportUnknown')
    return readReport(db, viewer, id)
  })

  bind(app, ENDPOINTS.listReportedVersions, async ({ params, query }, { viewer }) => {
    const id = parseId<ReportId>(params.reportId)
    if (id === null) throw new AppError('reportUnknown')
    return readReportedVersions(db, viewer, id, query)
  })

  bind(app, ENDPOINTS.decide, async ({ body }, { viewer }) => {
    const deleted = await decide(db, viewer, body)
    if (deleted !== null) removals.wake()
    sweepSoon()
  })

  bind(app, ENDPOINTS.listAppeals, async ({ query }, { viewer }) =>
    readAppeals(db, viewer, query.state ?? 'open', pageOf(query)),
  )

  bind(app, ENDPOINTS.decideAppeal, ({ params, body }, { viewer }) => decideAppeal(db, viewer, params.decisionId, body))

  bind(app, ENDPOINTS.listStaffMembers, async ({ query }) => {
    const now = Date.now()
    const filter = { prefix: (query.search ?? '').toLowerCase(), only: query.filter ?? 'all', now } as const
    const page = await readPage(queries.STAFF_MEMBERS_CURSOR, pageOf(query), (request) =>
      queries.listMembers(db.read, filter, request),
    )
    return { members: page.entries.map((row) => staffMemberView(row, now)), nextCursor: page.nextCursor }
  })

  bind(app, ENDPOINTS.setRole, ({ params, body }, { viewer }) =>
    setRole(db, viewer, parseMemberId(params.id), body.role, (transaction) => requireRecent(transaction, viewer)),
  )

  bind(app, ENDPOINTS.endSuspension, ({ params }, { viewer }) => endSuspension(db, viewer, parseMemberId(params.id)))

  bind(app, ENDPOINTS.endLimit, ({ params }, { viewer }) => endLimit(db, viewer, parseMemberId(params.id)))
}
