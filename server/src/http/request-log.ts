import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

/** Ids that tell requests apart in the log, also between restarts and nodes: where this run began, and a count. */
export function createRequestIds(): () => string {
  const run = randomBytes(4).toString('hex')
  let count = 0
  return () => `${run}-${(++count).toString(36)}`
}

/** One line a request, when it is done: at `debug` what went well, at `info` what was refused, at `error` what failed. */
export function registerRequestLog(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const level = reply.statusCode >= 500 ? 'error' : reply.statusCode >= 400 ? 'info' : 'debug'
    // The route's own form of the address: what a member looked for or whom they read is nobody's business.
    const { method, url: route = 'none' } = request.routeOptions
    const milliseconds = Math.round(reply.elapsedTime * 10) / 10
    request.log[level]({ method: method ?? request.method, route, status: reply.statusCode, milliseconds }, 'request')
  })
}
