import { ENDPOINTS } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { readPage } from '../../database/paging.ts'
import { bind } from '../../http/bind.ts'
import { hydrationOf, pageOf } from '../../http/list-query.ts'
import { getMember, hydrateMembers } from './members.hydrate.ts'
import { listIdsNewestFirst, MEMBERS_CURSOR } from './members.queries.ts'
import { editProfile, getIdByUsername } from './members.service.ts'

export function registerMembers(app: FastifyInstance, db: Database): void {
  bind(app, ENDPOINTS.listMembers, async ({ query }, { viewer }) => {
    const page = await readPage(MEMBERS_CURSOR, pageOf(query), (request) => listIdsNewestFirst(db.read, request))
    const ids = page.entries.map((entry) => entry.id)
    return { users: await hydrateMembers(db.read, ids, hydrationOf(viewer, query)), nextCursor: page.nextCursor }
  })

  bind(app, ENDPOINTS.getMember, async ({ params, query }, { viewer }) => {
    const id = await getIdByUsername(db.read, params.username)
    return { user: await getMember(db.read, id, hydrationOf(viewer, query)) }
  })

  bind(app, ENDPOINTS.editProfile, async ({ body, query }, { viewer }) => {
    await editProfile(db, viewer, body.userData)
    return { user: await getMember(db.read, viewer.id, hydrationOf(viewer, query)) }
  })
}
