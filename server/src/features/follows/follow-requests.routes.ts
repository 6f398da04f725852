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
import { listRequests, REQUESTS_CURSOR } from './follow-requests.queries.ts'
import { acceptRequest, rejectRequest, removeFollower, setPrivate } from './follow-requests.service.ts'

export function registerFollowRequests(app: FastifyInstance, db: Database): void {
  bind(app, ENDPOINTS.listFollowRequests, async ({ query }, { viewer, hidden }) => {
    const { entries, nextCursor } = await readPage(REQUESTS_CURSOR, pageOf(query), (page) =>
      listRequests(db.read, viewer.id, page, hidden.blocked),
    )
    const rows = await listSummaryRows(db.read, { ids: entries.map((entry) => entry.id) })
    const members = new Map(rows.map((row) => [row.id, summaryView(row)]))
    const requests = entries.flatMap(({ id, at }) => {
      const member = members.get(id)
      return member ? [{ ...member, requestedAt: timestamp(timeOfId(at)) }] : []
    })
    return { requests, nextCursor }
  })

  for (const [endpoint, answerTo] of [
    [ENDPOINTS.acceptFollowRequest, acceptRequest],
    [ENDPOINTS.rejectFollowRequest, rejectRequest],
    [ENDPOINTS.removeFollower, removeFollower],
  ] as const) {
    bind(app, endpoint, async ({ params, query }, { viewer, hidden }) => {
      await answerTo(db, viewer, parseMemberId(params.id))
      return { user: await getMember(db.read, viewer.id, hydrationOf({ viewer, hidden }, query)) }
    })
  }

  bind(app, ENDPOINTS.setPrivate, async ({ body, query }, { viewer, hidden }) => {
    await setPrivate(db, viewer, body.private)
    return { user: await getMember(db.read, viewer.id, hydrationOf({ viewer, hidden }, query)) }
  })
}
