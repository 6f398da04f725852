import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { timeOfId } from '../../database/ids.ts'
import { readPage } from '../../database/paging.ts'
import { bind } from '../../http/calls/bind.ts'
import { hydrationOf, pageOf } from '../../reading/list-query.ts'
import { timestamp } from '../../reading/timestamp.ts'
import { getMember } from '../members/members.hydrate.ts'
import { listSummaryRows } from '../members/members.queries.ts'
import { parseMemberId } from '../members/members.service.ts'
import { summaryView } from '../members/members.view.ts'
import { BLOCKS_CURSOR, listBlocks } from './blocks.queries.ts'
import { blockMember, unblockMember } from './blocks.service.ts'

export function registerBlocks(app: FastifyInstance, db: Database): void {
  for (const [endpoint, change] of [
    [ENDPOINTS.blockMember, blockMember],
    [ENDPOINTS.unblockMember, unblockMember],
  ] as const) {
    bind(app, endpoint, async ({ params, query }, { viewer, hidden }) => {
      await change(db, viewer, parseMemberId(params.id))
      return { user: await getMember(db.read, viewer.id, hydrationOf({ viewer, hidden }, query)) }
    })
  }

  bind(app, ENDPOINTS.listBlocks, async ({ query }, { viewer }) => {
    const { entries, nextCursor } = await readPage(BLOCKS_CURSOR, pageOf(query), (page) =>
      listBlocks(db.read, viewer.id, page),
    )
    const rows = await listSummaryRows(db.read, { ids: entries.map((entry) => entry.id) })
    const members = new Map(rows.map((row) => [row.id, summaryView(row)]))
    const blocks = entries.flatMap(({ id, at }) => {
      const member = members.get(id)
      return member ? [{ ...member, blockedAt: timestamp(timeOfId(at)) }] : []
    })
    return { blocks, nextCursor }
  })
}
