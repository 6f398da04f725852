import { normalizeIP } from '@fastify/rate-limit'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { AppError } from './errors.ts'
import { localCounters } from './rate-counters.ts'
import type { AddressClass, RateLimits } from './rate-limits.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** On routes that are no call of the API: as what they are limited. */
    addressClass?: AddressClass
  }
}

/**
 * Limits what is no call of the API, by address: the network of 64 bits for IPv6. Each node counts for itself, also
 * where calls are counted together: there is nothing to guess here, only a node to be kept from being busy with one
 * address, and asking Redis would cost more than most of these answers.
 */
export function registerAddressLimits(app: FastifyInstance, limits: Pick<RateLimits, AddressClass>): void {
  const { countNow } = localCounters()
  // The last hook before a handler is the only one that the handler for unknown addresses has too.
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

/** What is answered at an unknown address is a page, whatever it was. */
export function classOf({ is404, routeOptions }: FastifyRequest): AddressClass | undefined {
  return is404 ? 'page' : routeOptions.config.addressClass
}
