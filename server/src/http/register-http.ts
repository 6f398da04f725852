import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { registerErrors } from './errors.ts'
import { registerGracefulClose } from './graceful-close.ts'
import { registerHeaders } from './headers.ts'
import { registerJsonBody } from './json-body.ts'
import type { LoadGate } from './load-gate.ts'
import { registerLoadShedding } from './load-shedding.ts'
import { registerRequestLog } from './request-log.ts'
import { registerSerialization } from './serialization.ts'
import { registerUrlCheck } from './url-check.ts'
import { registerValidation } from './validation.ts'

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
