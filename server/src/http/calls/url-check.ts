import type { FastifyInstance } from 'fastify'
import { AppError } from '../errors/errors.ts'

/** Refuses addresses with a NUL. No name or id contains one, and PostgreSQL would fail on it. */
export function registerUrlCheck(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.url.includes('%00') ? new AppError('requestMalformed') : undefined)
  })
}
