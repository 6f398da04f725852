import type { FastifyInstance } from 'fastify'
import type { Database } from '../database/database.ts'

/**
 * Tells the database which queries belong to one request. Twice: what follows the reading of a body runs in the context
 * of its connection, which may be that of the request before it.
 */
export function registerReadScope(app: FastifyInstance, { inScope }: Database): void {
  if (inScope === null) return
  app.addHook('onRequest', (_request, _reply, done) => inScope(done))
  app.addHook('preValidation', (_request, _reply, done) => inScope(done))
}
