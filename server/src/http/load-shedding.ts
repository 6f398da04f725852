import type { RateClass } from '@quack/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { refuseEarly } from './early-refusal.ts'
import { RETRY_SECONDS } from './errors.ts'
import { interceptRequests } from './intercept.ts'
import type { LoadGate } from './load-gate.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** When a request that counts as under way began to wait for us, as of performance.now(); 0 for one that does not. */
    countedFrom: number
  }
}

/** Always answered: whoever watches must not take a busy server for a dead one. */
const ALWAYS_ANSWERED = new Set(['/healthz', '/readyz', '/metrics'])
/** What takes its time elsewhere, and is bounded there: files, and hashing passwords. */
const BOUNDED_ELSEWHERE: ReadonlySet<RateClass> = new Set(['upload', 'signin', 'signup', 'confirm'])
/** How often the log says that requests are being refused, in milliseconds. */
const LOG_INTERVAL_MS = 10_000

/**
 * Refuses with 503 what could not be answered soon, before the framework sees it: under load most of the work would be
 * to refuse. @param nextId the ids that requests get, for these have none
 */
export function registerLoadShedding(app: FastifyInstance, gate: LoadGate, nextId: () => string): void {
  let loggedAt = Number.NEGATIVE_INFINITY
  interceptRequests(app, (request, response, pass) => {
    const now = performance.now()
    if (gate.admit(now) || ALWAYS_ANSWERED.has(request.url ?? '')) return pass()
    if (now - loggedAt > LOG_INTERVAL_MS) {
      loggedAt = now
      app.log.warn(gate.state, 'more requests than can be answered: refusing some')
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
  // Until all of the request is there it waits for its client: a slow sender is nobody's load.
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

const hasBody = (request: FastifyRequest) => request.method === 'POST'
