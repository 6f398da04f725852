import type { FastifyInstance } from 'fastify'
import type { Redis } from '../../redis/redis.ts'
import { registerAddressLimits, trustedProxies } from './address-limits.ts'
import { limitAddressConnections } from './connections.ts'
import { localCounters, sharedCounters } from './rate-counters.ts'
import {
  accountLimit,
  type CountAccount,
  type CountCode,
  type CountRequest,
  codeLimit,
  type RateLimits,
  type RateOptions,
  registerRateLimits,
} from './rate-limits.ts'

export interface LimitOptions extends Pick<RateOptions, 'isPublic'> {
  /** Null for no limits. */
  readonly limits: RateLimits | null
  /** Shared by all nodes; null for a single node. */
  readonly redis: Redis | null
  /** Proxies whose connections are not limited. */
  readonly trustProxy: readonly string[] | false
  /** Called for each connection that exceeds the limit of its address. */
  readonly onConnectionClosed: () => void
}

export interface Counts {
  /** Counts a request that is answered before the framework; null without limits. */
  readonly count: CountRequest | null
  readonly countCode: CountCode
  readonly countAccount: CountAccount
}

const WITHOUT_LIMITS: Counts = {
  count: null,
  countCode: async () => ({ waitSeconds: 0, isLast: false }),
  countAccount: async () => ({ waitSeconds: 0, giveBack: async () => undefined }),
}

/** Limits of calls, addresses and connections. */
export async function registerLimits(app: FastifyInstance, options: LimitOptions): Promise<Counts> {
  const { limits, redis, trustProxy, isPublic, onConnectionClosed } = options
  if (!limits) return WITHOUT_LIMITS
  const counters = redis ? sharedCounters(redis) : localCounters()
  const count = await registerRateLimits(app, { limits, counters, isPublic })
  registerAddressLimits(app, limits)
  limitAddressConnections(app, {
    max: limits.connections,
    isTrusted: trustedProxies(trustProxy),
    onClosed: onConnectionClosed,
  })
  return { count, countCode: codeLimit(limits, counters), countAccount: accountLimit(limits, counters) }
}
