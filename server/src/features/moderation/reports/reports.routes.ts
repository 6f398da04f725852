import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { readPage } from '../../../database/paging.ts'
import { bind } from '../../../http/calls/bind.ts'
import { pageOf } from '../../../reading/list-query.ts'
import { mediaAddressesOf } from '../../media/records/media-addresses.ts'
import { clearUnread, DECISIONS_CURSOR, listByMember } from '../decisions/decisions.queries.ts'
import { readSuspension } from './read-suspension.ts'
import { listByReporter, OWN_REPORTS_CURSOR } from './reports.queries.ts'
import { appeal, createReport } from './reports.service.ts'
import { decisionView, ownReportView } from './reports.view.ts'

export function registerReports(app: FastifyInstance, db: Database): void {
  const signed = () => mediaAddressesOf(db.read).signed()

  bind(app, ENDPOINTS.createReport, async ({ body }, { viewer }) => {
    return { report: await createReport(db, viewer, body) }
  })

  bind(app, ENDPOINTS.listOwnReports, async ({ query }, { viewer }) => {
    const page = await readPage(OWN_REPORTS_CURSOR, pageOf(query), (request) =>
      listByReporter(db.read, viewer.id, request),
    )
    return { reports: page.entries.map(ownReportView), nextCursor: page.nextCursor }
  })

  bind(app, ENDPOINTS.listOwnDecisions, async ({ query }, { viewer }) => {
    const page = await readPage(DECISIONS_CURSOR, pageOf(query), (request) => listByMember(db.read, viewer.id, request))
    const addressing = signed()
    return { decisions: page.entries.map((row) => decisionView(row, addressing)), nextCursor: page.nextCursor }
  })

  bind(app, ENDPOINTS.markDecisionsSeen, (_input, { viewer }) =>
    db.write((transaction) => clearUnread(transaction, viewer.id)),
  )

  bind(app, ENDPOINTS.appealDecision, async ({ params, body }, { viewer }) => {
    return { decision: decisionView(await appeal(db, viewer.id, params.decisionId, body.text), signed()) }
  })

  bind(app, ENDPOINTS.readSuspension, ({ body }) => readSuspension(db, body))
}
