import type { FastifyInstance } from 'fastify'
import { AppError } from './errors.ts'

/** Refuses addresses with a NUL in them: no name or id holds one, and a database would stumble over it. */
export function registerUrlCheck(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.url.includes('%00') ? new AppError('requestMalformed') : undefined)
  })
}
