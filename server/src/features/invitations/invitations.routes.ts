import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { timeOfId } from '../../database/ids.ts'
import { readPage } from '../../database/paging.ts'
import { bind } from '../../http/calls/bind.ts'
import { pageOf } from '../../reading/list-query.ts'
import { timestamp } from '../../reading/timestamp.ts'
import { APPLICATIONS_CURSOR, listWaiting } from './applications.queries.ts'
import { INVITATIONS_CURSOR, listInvitations } from './invitations.queries.ts'
import { createInvitation, decideApplication, revokeInvitation } from './invitations.service.ts'

type InvitationRow = Awaited<ReturnType<typeof listInvitations>>[number]

const invitationView = (row: InvitationRow) => ({
  _id: String(row.id),
  creator: row.username,
  uses: row.uses,
  maxUses: row.max_uses,
  expiresAt: timestamp(row.expires_at),
  createdAt: timestamp(timeOfId(row.id)),
})

export function registerInvitations(app: FastifyInstance, db: Database): void {
  bind(app, ENDPOINTS.listApplications, async ({ query }) => {
    const page = await readPage(APPLICATIONS_CURSOR, pageOf(query), (request) => listWaiting(db.read, request))
    const applications = page.entries.map((row) => ({
      _id: String(row.id),
      username: row.username,
      firstName: row.first_name,
      lastName: row.last_name,
      email: row.email,
      answer: row.answer,
      createdAt: timestamp(timeOfId(row.id)),
    }))
    return { applications, nextCursor: page.nextCursor }
  })

  bind(app, ENDPOINTS.decideApplication, ({ params, body }, { viewer }) =>
    decideApplication(db, viewer, params.applicationId, body),
  )

  bind(app, ENDPOINTS.listInvitations, async ({ query }) => {
    const page = await readPage(INVITATIONS_CURSOR, pageOf(query), (request) => listInvitations(db.read, request))
    return { invitations: page.entries.map(invitationView), nextCursor: page.nextCursor }
  })

  bind(app, ENDPOINTS.createInvitation, async ({ body }, { viewer }) => {
    const { row, token } = await createInvitation(db, viewer, body)
    return { invitation: invitationView(row), token }
  })

  bind(app, ENDPOINTS.revokeInvitation, ({ params }, { viewer }) => revokeInvitation(db, viewer, params.invitationId))
}
