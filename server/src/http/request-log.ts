import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Ids that tell requests apart in the log, also between restarts and nodes: where this run began, and a count. */
export function createRequestIds(): () => string {
  const run = randomBytes(4).toString('hex')
  let count = 0
  return () => `${run}-${(++count).toString(36)}`
}

function levelOf(request: FastifyRequest, { statusCode }: FastifyReply): 'error' | 'info' | 'debug' {
  // Thousands of them a second are told in one line (load-shedding.ts).
  if (request.isShed || statusCode < 400) return 'debug'
  return statusCode >= 500 ? 'error' : 'info'
}

/** One line a request, when it is done: at `debug` what went well, at `info` what was refused, at `error` what failed. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const level = levelOf(request, reply)
    // The route's own form of the address: what a member looked for or whom they read is nobody's business.
    const { method, url: route = 'none' } = request.routeOptions
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10
    request.log[level]({ method: method ?? request.method, route, status: reply.statusCode, milliseconds }, 'request')
  })
}
