import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { registerSerialization } from '../answers/serialization.ts'
import { registerJsonBody } from '../calls/json-body.ts'
import { registerUrlCheck } from '../calls/url-check.ts'
import { registerErrors } from '../errors/errors.ts'
import { registerValidation } from '../errors/validation.ts'
import type { LoadGate } from '../limits/load-gate.ts'
import { registerLoadShedding } from '../limits/load-shedding.ts'
import { registerGracefulClose } from '../raw/graceful-close.ts'
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
