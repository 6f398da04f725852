import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import type { HiddenSource } from '../../reading/hidden.ts'
import { refusalOf, type Tokens } from '../../reading/viewer.ts'
import type { CountRequest, Limit } from '../limits/rate-limits.ts'
import { interceptRequests } from '../raw/before-framework.ts'
import type { AnswerPlans } from './answer-plans.ts'

export interface FastPathOptions {
  readonly tokens: Tokens
  readonly plans: AnswerPlans
  readonly hidden: Pick<HiddenSource, 'find'>
  /** Brings the caches up to date (Database.catchUp). */
  readonly catchUp: () => Promise<void> | null
  /** Whether cached answers have to pass the load gate too (LoadGate.isLate). */
  readonly isLate: (now: number) => boolean
  /** Null without rate limits. */
  readonly count: CountRequest | null
  /** Records an answer in the metrics. */
  readonly observe: (method: string, route: string, status: number, seconds: number) => void
}

const NO_LIMIT: readonly string[] = []

/**
 * Answers a member's repeated read from the caches, before the framework, whose routing, checks and hooks take longer
 * than the answer. Body and headers are the same as the framework's (fast-path.test.ts). Everything else is passed to
 * the framework, such as refusals, visitors, first requests, and all requests while the server is closing.
 */
export function registerFastPath(app: FastifyInstance, options: FastPathOptions): void {
  const { tokens, plans, hidden, catchUp, isLate, count, observe } = options
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })

  interceptRequests(app, (request, response, pass) => {
    const { method, url = '', headers } = request
    if (method !== 'GET' || !headers.authorization || isClosing || isEachLogged(app)) return pass()
    const began = performance.now()
    if (isLate(began) || !plans.find(url)) return miss(pass)
    const catchingUp = catchUp()
    if (catchingUp) catchingUp.then(() => answer(request, response, began, pass), pass)
    else answer(request, response, began, pass)
  })

  function miss(pass: () => void): void {
    plans.misses++
    pass()
  }

  function answer(request: IncomingMessage, response: ServerResponse, began: number, pass: () => void) {
    // Looked up again, because it may have been invalidated while the caches caught up.
    const found = plans.find(request.url ?? '')
    const viewer = found && tokens.find(request.headers.authorization ?? '')
    const sees = viewer && hidden.find(viewer.id)
    if (!sees || refusalOf(found.endpoint, viewer)) return miss(pass)
    const send = found.route.find(found.key, { request, viewer, hidden: sees })
    if (!send) return miss(pass)
    const finish = (limit: Limit) => {
      if (!limit) return pass()
      plans.hits++
      const status = send(response, limit)
      observe('GET', found.endpoint.path, status, (performance.now() - began) / 1_000)
    }
    const limit = count ? count(found.endpoint.rate, viewer) : NO_LIMIT
    if (limit instanceof Promise) limit.then(finish, pass)
    else finish(limit)
  }
}

/** At these levels the request log has a line for each successful answer. */
function isEachLogged({ log: { level } }: FastifyInstance): boolean {
  return level === 'debug' || level === 'trace'
}
