import type { FastifyInstance } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { NOTHING_HIDDEN } from '../../../reading/hidden.ts'
import { pathOf } from '../transport/urls.ts'
import { findStatuses } from './statuses.read.ts'

const VISITOR = { viewer: null, embed: 0, hidden: NOTHING_HIDDEN }
const config = { addressClass: 'page' } as const

/** Leads browsers from the addresses that apps know to our pages. */
export function registerLinks(scope: FastifyInstance, db: Database): void {
  scope.get<{ Params: { username: string } }>('/@:username', { config }, (request, reply) =>
    reply.redirect(pathOf('profile', request.params.username)),
  )

  scope.get<{ Params: { username: string; id: string } }>('/@:username/:id', { config }, async (request, reply) => {
    const { id } = request.params
    const [found] = await findStatuses(db.read, [id], VISITOR)
    const anchor = found?.comment ? `#comment-${id}` : ''
    // The page says what it does not have, and shows followers what it has.
    return reply.header('cache-control', 'no-cache').redirect(pathOf('post', found?.post.id ?? id) + anchor)
  })
}
