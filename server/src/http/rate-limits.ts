import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { RateClass } from '@quack/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { AppError } from './errors.ts'
import type { Counted, Counters } from './rate-counters.ts'
import type { Viewer } from './viewer.ts'

/** Requests per window of so many milliseconds. */
export interface RateLimit {
  readonly max: number
  readonly timeWindow: number
}

/** What is no call of the API: pages and documents; media and the files of the client. */
export type AddressClass = 'page' | 'file'

/** The classes of the contract, and attempts to sign in to one account, from wherever they come. */
type CallLimits = Readonly<Record<RateClass | 'name', RateLimit>>

export interface RateLimits extends CallLimits, Readonly<Record<AddressClass, RateLimit>> {
  /** At once, of one address, to one node. */
  readonly connections: number
}

/**
 * Sign-up and sign-in count an address, the network of 64 bits for IPv6. Confirming with the password counts the
 * session: strangers cannot use up what its owner may try, and a thief of the session cannot guess for long. The rest
 * count a member, or a visitor's address.
 * Pages, files and connections count an address, behind which a whole office may be.
 */
export const RATE_LIMITS: RateLimits = {
  signup: { max: 10, timeWindow: 10 * 60_000 },
  signin: { max: 20, timeWindow: 5 * 60_000 },
  confirm: { max: 10, timeWindow: 15 * 60_000 },
  name: { max: 30, timeWindow: 15 * 60_000 },
  read: { max: 900, timeWindow: 60_000 },
  write: { max: 180, timeWindow: 60_000 },
  upload: { max: 30, timeWindow: 5 * 60_000 },
  page: { max: 3_000, timeWindow: 60_000 },
  file: { max: 200_000, timeWindow: 10 * 60_000 },
  connections: 2_000,
}

export interface RateOptions {
  readonly limits: RateLimits
  readonly counters: Counters
  /** Whether the account's password is no secret, so that there is nothing to guess. */
  readonly isPublic: (username: string) => Promise<boolean>
}

/** The headers that say how much is left, names and values by turns; null where the request has to be refused. */
export type Limit = readonly string[] | null

/**
 * Counts a member's request of a class, at once where this node counts by itself. One that has to be refused is counted
 * by the hooks once more, which refuse it.
 */
export type CountRequest = (rate: RateClass, viewer: Viewer) => Limit | Promise<Limit>

/**
 * Every endpoint of the API is limited by its declared class, without saying so itself.
 * @returns what counts requests that are answered before the hooks
 */
export async function registerRateLimits(
  app: FastifyInstance,
  { limits, counters, isPublic }: RateOptions,
): Promise<CountRequest> {
  // Before the plugin's own hook, which looks at a route once and for all.
  app.addHook('onRoute', (route: RouteOptions) => {
    const rate = route.config?.endpoint?.rate
    if (!rate) return
    route.config = { ...route.config, rateLimit: limits[rate] }
    // Only a body that was read says whose account it is about.
    if (rate === 'signin') route.preHandler = [countName, ...[route.preHandler ?? []].flat()]
  })
  await app.register(rateLimit, {
    global: false,
    // After the viewer is known.
    hook: 'preValidation',
    enableDraftSpec: true,
    store: storeOf(counters),
    keyGenerator: ({ routeOptions, viewer, ip }) => {
      const rate = routeOptions.config.endpoint?.rate
      const isOfViewer = viewer !== null && rate !== 'signin' && rate !== 'signup'
      return isOfViewer ? keyOf(rate, viewer) : `${rate} address ${normalizeIP(ip)}`
    },
  })
  const { countNow } = counters
  return (rate, viewer) => {
    const { max, timeWindow } = limits[rate]
    const key = keyOf(rate, viewer)
    return countNow
      ? headersOf(countNow(key, timeWindow), max)
      : counters.count(key, timeWindow).then((counted) => headersOf(counted, max))
  }

  /** Guessing one password from many addresses meets this limit. */
  async function countName(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const { username } = (request.body ?? {}) as { username?: string }
    if (username === undefined || (await isPublic(username))) return
    const { current, ttl } = await counters.count(`name ${username.toLowerCase()}`, limits.name.timeWindow)
    if (current <= limits.name.max) return
    reply.header('retry-after', Math.ceil(ttl / 1_000))
    throw new AppError('tooManyRequests')
  }
}

function headersOf({ current, ttl }: Counted, max: number): Limit {
  if (current > max) return null
  const [left, seconds] = [String(max - current), String(Math.ceil(ttl / 1_000))]
  return ['ratelimit-limit', String(max), 'ratelimit-remaining', left, 'ratelimit-reset', seconds]
}

function keyOf(rate: RateClass | undefined, { id, sessionId }: Viewer): string {
  return rate === 'confirm' ? `confirm session ${sessionId}` : `${rate} member ${id}`
}

/** The counters in the form of the plugin. One for all routes: a class counts whatever calls of it are made. */
function storeOf(counters: Counters) {
  return class Store {
    incr(key: string, done: (error: Error | null, counted?: { current: number; ttl: number }) => void, window: number) {
      counters.count(key, window).then((counted) => done(null, counted), done)
    }
    child() {
      return this
    }
  }
}
