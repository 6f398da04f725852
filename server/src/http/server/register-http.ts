import { randomBytes } from 'node:crypto'
import multipart from '@fastify/multipart'
import type { FastifyInstance } from 'fastify'
import { registerSerialization } from '../answers/serialization.ts'
import { registerJsonBody } from '../calls/json-body.ts'
import { AppError, registerErrors } from '../errors/errors.ts'
import { registerValidation } from '../errors/validation.ts'
import type { LoadGate } from '../limits/load-gate.ts'
import { registerLoadShedding } from '../limits/load-shedding.ts'
import { registerHeaders } from '../raw/headers.ts'

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

/** Request ids, unique across restarts and nodes: a random prefix per process, and a counter. */
export function createRequestIds(): () => string {
  const run = randomBytes(4).toString('hex')
  let count = 0
  return () => `${run}-${(++count).toString(36)}`
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whether it is refused to keep the server quick for others, which is no failure. */
    isShed: boolean
  }
}

/** Logs one line per answer of the framework: successes at `debug`, refusals at `info`, failures at `error`. */
function registerRequestLog(app: FastifyInstance): void {
  app.decorateRequest('isShed', false)
  app.addHook('onResponse', async (request, reply) => {
    const isFailed = reply.statusCode >= 500 && !request.isShed
    const level = isFailed ? 'error' : reply.statusCode >= 400 ? 'info' : 'debug'
    // The route's pattern and not the address, which would reveal what a member read.
    const { method, url: route = 'none' } = request.routeOptions
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10
    request.log[level]({ method: method ?? request.method, route, status: reply.statusCode, milliseconds }, 'request')
  })
}
