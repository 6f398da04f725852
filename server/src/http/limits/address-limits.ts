import { BlockList, isIPv6 } from 'node:net'
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

/** An unknown address counts as a page. */
export function classOf({ is404, routeOptions }: FastifyRequest): AddressClass | undefined {
  return is404 ? 'page' : routeOptions.config.addressClass
}

/** The networks of TRUST_PROXY's words, the same as in the framework. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
}

/**
 * Recognises trusted proxies by the address of a connection, before there is a request that the framework could check.
 * @param proxies addresses, networks and words; false for none
 */
export function trustedProxies(proxies: readonly string[] | false): (address: string) => boolean {
  const list = new BlockList()
  for (const proxy of (proxies || []).flatMap((text) => NAMED[text.toLowerCase()] ?? [text])) {
    const [address = '', bits] = proxy.split('/')
    if (bits === undefined) list.addAddress(address, familyOf(address))
    else list.addSubnet(address, Number(bits), familyOf(address))
  }
  return (text) => {
    // A link-local address is followed by its interface.
    const [address = ''] = text.split('%')
    return list.check(address, familyOf(address))
  }
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
