import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from '../errors/errors.ts'
import { localCounters } from './rate-counters.ts'
import type { AddressClass, RateLimits } from './rate-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The rate limit class of a route that is not a call of the API. */
    addressClass?: AddressClass
  }
}

/**
 * Limits requests that are not calls of the API, by address (for IPv6, by its /64 network). Each node counts for
 * itself, even with Redis: the limit only protects the node, and asking Redis would cost more than most of these
 * answers.
 */
export function registerAddressLimits(app: FastifyInstance, limits: Pick<RateLimits, AddressClass>): void {
  const { countNow } = localCounters()
  // This hook also runs before the handler of unknown addresses.
  app.addHook('preHandler', (request, reply, done) => {
    const addressClass = classOf(request)
    if (addressClass === undefined) return done()
    const { max, timeWindow } = limits[addressClass]
    const { current, ttl } = countNow(`${addressClass} ${normalizeIP(request.ip)}`, timeWindow)
    if (current <= max) return done()
    reply.header('retry-after', Math.ceil(ttl / 1_000))
    done(new AppError('tooManyRequests'))
  })
}

/** An unknown address is answered with a page. */
export function classOf({ is404, routeOptions }: FastifyRequest): AddressClass | undefined {
  return is404 ? 'page' : routeOptions.config.addressClass
}
