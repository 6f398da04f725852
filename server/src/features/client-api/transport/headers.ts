import type { FastifyInstance } from 'fastify'
import { AppError } from '../../../http/errors/errors.ts'

/**
 * Apps in browsers are pages of other origins. They send a token and no cookies, so any origin may ask. Our own API
 * stays closed to them.
 */
export const OPEN_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-expose-headers':
    'Link, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id, Retry-After',
  'cross-origin-resource-policy': 'cross-origin',
} as const
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers': 'Authorization, Content-Type, Idempotency-Key',
  'access-control-max-age': '86400',
} as const

/** @param paths what pages of other origins may ask for, by preflight requests too */
export function registerCors(scope: FastifyInstance, paths: readonly string[]): void {
  scope.addHook('onRequest', (_request, reply, done) => {
    reply.headers(OPEN_HEADERS)
    done()
  })
  const config = { addressClass: 'page' } as const
  for (const url of paths) {
    scope.options(url, { config }, (_request, reply) => reply.headers(PREFLIGHT).code(204).send())
    // Apps look what a server has. A refusal without these headers would look like a failed network to those in browsers.
    if (url.endsWith('*')) {
      scope.route({
        method: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
        url,
        config,
        handler: () => {
          throw new AppError('pathUnknown')
        },
      })
    }
  }
}

const LIMITS = ['limit', 'remaining', 'reset'] as const

/** The limit of a call, by the names that apps know. They read the end of the window as a time. */
export const rateHeaders = (limit: string, remaining: string, seconds: string) => ({
  'x-ratelimit-limit': limit,
  'x-ratelimit-remaining': remaining,
  'x-ratelimit-reset': new Date(Date.now() + 1_000 * Number(seconds)).toISOString(),
})

/** All three, or none. */
export function registerRateHeaders(scope: FastifyInstance): void {
  scope.addHook('onSend', (_request, reply, _payload, done) => {
    const [limit, remaining, seconds] = LIMITS.map((name) => reply.getHeader(`ratelimit-${name}`))
    if (limit !== undefined && remaining !== undefined && seconds !== undefined) {
      reply.headers(rateHeaders(String(limit), String(remaining), String(seconds)))
    }
    done()
  })
}
