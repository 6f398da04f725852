import type { RateClass } from '@quack/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { RETRY_SECONDS } from '../errors/errors.ts'
import { interceptRequests, refuseEarly } from '../raw/before-framework.ts'
import type { LoadGate } from './load-gate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When a counted request began to wait for this server (performance.now()); 0 if it is not counted. */
    countedFrom: number
  }
}

/** Always answered, so that monitoring does not take a busy server for a dead one. */
const ALWAYS_ANSWERED = new Set(['/healthz', '/readyz', '/metrics'])
/** Classes whose work is done and limited elsewhere: files, and password hashes. */
const BOUNDED_ELSEWHERE: ReadonlySet<RateClass> = new Set(['upload', 'signin', 'signup', 'confirm'])
/** Minimum time between two warnings that requests are being refused, in milliseconds. */
const LOG_INTERVAL_MS = 10_000

/**
 * Refuses with 503 what could not be answered soon. It does so before the framework sees the request, because under
 * load most of the work would be to refuse.
 * @param nextId creates request ids, which these requests do not have yet
 */
export function registerLoadShedding(app: FastifyInstance, gate: LoadGate, nextId: () => string): void {
  let loggedAt = Number.NEGATIVE_INFINITY
  interceptRequests(app, (request, response, pass) => {
    const now = performance.now()
    if (gate.admit(now) || ALWAYS_ANSWERED.has(request.url ?? '')) return pass()
    if (now - loggedAt > LOG_INTERVAL_MS) {
      loggedAt = now
      app.log.warn(gate.state, 'overloaded; refusing some requests')
    }
    refuseEarly(response, 'unavailable', nextId(), { 'retry-after': String(RETRY_SECONDS) })
  })

  app.decorateRequest('countedFrom', 0)
  app.addHook('onRequest', (request, _reply, done) => {
    if (isCounted(request)) {
      request.countedFrom = performance.now()
      gate.begin()
    }
    done()
  })
  // Until all of it has arrived, the request waits for its client, which is not a load.
  app.addHook('preParsing', (request, _reply, payload, done) => {
    if (hasBody(request) && request.countedFrom !== 0) {
      request.countedFrom = 0
      gate.pause()
    }
    done(null, payload)
  })
  app.addHook('preValidation', (request, _reply, done) => {
    if (hasBody(request) && isCounted(request)) {
      request.countedFrom = performance.now()
      gate.resume()
    }
    done()
  })
  app.addHook('onSend', (request, _reply, payload, done) => {
    end(request)
    done(null, payload)
  })
  app.addHook('onResponse', (request, _reply, done) => {
    end(request)
    done()
  })

  function end(request: FastifyRequest): void {
    if (request.countedFrom === 0) return
    const now = performance.now()
    gate.end(now - request.countedFrom, now)
    request.countedFrom = 0
  }
}

function isCounted({ routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config
  return endpoint !== undefined && !BOUNDED_ELSEWHERE.has(endpoint.rate)
}

const hasBody = ({ method }: FastifyRequest) => method === 'POST' || method === 'PUT'
