import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../database/database.ts'
import { AppError } from '../../http/errors/errors.ts'

/** For load balancers and service managers: whether the process is alive, and whether it can serve requests. */
export function registerHealth(app: FastifyInstance, db: Database, isLeaving: () => boolean): void {
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async (request) => {
    if (isLeaving()) throw new AppError('unavailable')
    try {
      await sql`select 1`.execute(db.read)
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'the database does not respond')
      throw new AppError('unavailable')
    }
  })
}
