import type { FastifyInstance } from 'fastify'
import type { Redis } from '../../redis/redis.ts'
import { registerAddressLimits, trustedProxies } from './address-limits.ts'
import { limitAddressConnections } from './connections.ts'
import { localCounters, sharedCounters } from './rate-counters.ts'
import {
  accountLimit,
  type CountAccount,
  type CountCode,
  type CountName,
  type CountRequest,
  codeLimit,
  nameLimit,
  type RateLimits,
  registerRateLimits,
} from './rate-limits.ts'

export interface LimitOptions {
  /** Null for no limits. */
  readonly limits: RateLimits | null
  /** Shared by all nodes; null for a single node. */
  readonly redis: Redis | null
  /** Whether this account's password is public. */
  readonly isPublic: (username: string) => Promise<boolean>
  /** Proxies whose connections are not limited. */
  readonly trustProxy: readonly string[] | false
  /** Called for each connection that exceeds the limit of its address. */
  readonly onConnectionClosed: () => void
}

export interface Counts {
  /** Counts a request that is answered before the framework; null without limits. */
  readonly count: CountRequest | null
  /** For what reads a name that no declared call has. */
  readonly countName: CountName
  readonly countCode: CountCode
  readonly countAccount: CountAccount
}

const WITHOUT_LIMITS: Counts = {
  count: null,
  countName: async () => 0,
  countCode: async () => ({ waitSeconds: 0, isLast: false }),
  countAccount: async () => ({ waitSeconds: 0, giveBack: async () => undefined }),
}

/** Limits of calls, addresses and connections. */
export async function registerLimits(app: FastifyInstance, options: LimitOptions): Promise<Counts> {
  const { limits, redis, trustProxy, isPublic, onConnectionClosed } = options
  if (!limits) return WITHOUT_LIMITS
  const counters = redis ? sharedCounters(redis) : localCounters()
  const countName = nameLimit(limits, counters, isPublic)
  const count = await registerRateLimits(app, { limits, counters, countName })
  registerAddressLimits(app, limits)
  limitAddressConnections(app, {
    max: limits.connections,
    isTrusted: trustedProxies(trustProxy),
    onClosed: onConnectionClosed,
  })
  return { count, countName, countCode: codeLimit(limits, counters), countAccount: accountLimit(limits, counters) }
}
