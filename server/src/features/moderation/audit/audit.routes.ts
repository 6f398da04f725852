import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { timeOfId } from '../../../database/ids.ts'
import { readPage } from '../../../database/paging.ts'
import type { MemberId } from '../../../database/schema.ts'
import { bind } from '../../../http/calls/bind.ts'
import { pageOf } from '../../../reading/list-query.ts'
import { timestamp } from '../../../reading/timestamp.ts'
import { listSummaryRows } from '../../members/members.queries.ts'
import { summaryView } from '../../members/members.view.ts'
import { AUDIT_CURSOR, listAuditLog } from './audit.queries.ts'

export function registerAudit(app: FastifyInstance, db: Database): void {
  bind(app, ENDPOINTS.listAuditLog, async ({ query }) => {
    const page = await readPage(AUDIT_CURSOR, pageOf(query), (request) => listAuditLog(db.read, request))
    const named = page.entries.flatMap((row) => [row.actor_id, row.target_kind === 'member' ? row.target_id : null])
    const ids = [...new Set(named.filter((id) => id !== null))] as MemberId[]
    const members = new Map(
      (await listSummaryRows(db.read, { ids })).map((row) => [row.id as number, summaryView(row)]),
    )
    const memberOf = (id: number | null) => (id === null ? null : (members.get(id) ?? null))
    const entries = page.entries.map((row) => ({
      _id: String(row.id),
      actor: memberOf(row.actor_id),
      action: row.action,
      kind: row.target_kind,
      targetId: row.target_id === null ? null : String(row.target_id),
      target: row.target_kind === 'member' ? memberOf(row.target_id) : null,
      detail: row.detail,
      createdAt: timestamp(timeOfId(row.id)),
    }))
    return { entries, nextCursor: page.nextCursor }
  })
}
