import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { timeOfId } from '../../database/ids.ts'
import { readPage } from '../../database/paging.ts'
import { bind } from '../../http/calls/bind.ts'
import { pageOf } from '../../reading/list-query.ts'
import { timestamp } from '../../reading/timestamp.ts'
import { clearUnseen, EVENTS_CURSOR, listEvents } from './account-events.queries.ts'
import { oldestEvent } from './account-events.service.ts'

export function registerAccountEvents(app: FastifyInstance, db: Database): void {
  bind(app, ENDPOINTS.listAccountEvents, async ({ query }, { viewer }) => {
    const page = await readPage(EVENTS_CURSOR, pageOf(query), (request) =>
      listEvents(db.read, viewer.id, oldestEvent(Date.now()), request),
    )
    // Guests have no part in what happens to the account that they share.
    const shown = viewer.isShared ? [] : page.entries
    const events = shown.map(({ id, kind, device, detail }) => ({
      _id: String(id),
      kind,
      device,
      detail,
      at: timestamp(timeOfId(id)),
    }))
    return { events, nextCursor: page.nextCursor }
  })

  bind(app, ENDPOINTS.markAccountEventsSeen, (_input, { viewer }) =>
    db.write((transaction) => clearUnseen(transaction, viewer.id)),
  )
}
