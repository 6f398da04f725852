import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { registerSerialization } from '../answers/serialization.ts'
import { registerJsonBody } from '../calls/json-body.ts'
import { AppError, registerErrors } from '../errors/errors.ts'
import { registerValidation } from '../errors/validation.ts'
import type { LoadGate } from '../limits/load-gate.ts'
import { registerLoadShedding } from '../limits/load-shedding.ts'
import { registerHeaders } from '../raw/headers.ts'
import { registerRequestLog } from './request-log.ts'

export interface HttpOptions {
  /** Refuses requests that could not be answered soon; without it, all are accepted. */
  readonly gate: LoadGate | null
  readonly nextRequestId: () => string
}

/** What every request passes, whoever sends it: in this order. */
export async function registerHttp(app: FastifyInstance, { gate, nextRequestId }: HttpOptions): Promise<void> {
  if (gate) registerLoadShedding(app, gate, nextRequestId)
  registerRequestLog(app)
  registerGracefulClose(app)
  registerErrors(app)
  registerValidation(app)
  registerSerialization(app)
  registerJsonBody(app)
  // Before whatever refuses.
  registerHeaders(app)
  registerUrlCheck(app)
  await app.register(multipart)
}

/** Refuses addresses with a NUL. No name or id contains one, and PostgreSQL would fail on it. */
function registerUrlCheck(app: FastifyInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(request.url.includes('%00') ? new AppError('requestMalformed') : undefined)
  })
}

/**
 * Requests in progress finish when the server stops, and their answers close their connections. A kept-alive connection
 * would delay the stop until its client closes it.
 */
function registerGracefulClose(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) reply.header('connection', 'close')
    done(null, payload)
  })
}
