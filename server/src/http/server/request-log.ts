import { randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'

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

/** Logs one line per answer: successes at `debug`, refusals at `info`, failures at `error`. */
export function registerRequestLog(app: FastifyInstance): void {
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
