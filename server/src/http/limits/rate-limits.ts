import rateLimit, { normalizeIP } from '@fastify/rate-limit'
import type { RateClass } from '@quack/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import type { Viewer } from '../../reading/viewer.ts'
import { AppError } from '../errors/errors.ts'
import type { Counted, Counters } from './rate-counters.ts'

/** Maximum number of requests per window, in milliseconds. */
export interface RateLimit {
  readonly max: number
  readonly timeWindow: number
}

/** Requests that are not calls of the API: pages and documents; media and the client's files. */
export type AddressClass = 'page' | 'file'

/**
 * The classes of the contract; two of one account, from any address: `name` for attempts to sign in, `code` for codes
 * of its second factor; and `account` for the accounts that one address creates.
 */
type CallLimits = Readonly<Record<RateClass | 'name' | 'code' | 'account', RateLimit>>

export interface RateLimits extends CallLimits, Readonly<Record<AddressClass, RateLimit>> {
  /** Maximum number of concurrent connections of one address to one node. */
  readonly connections: number
}

/**
 * Sign-up, sign-in and what apps ask for themselves (`app`) count by address (for IPv6, by its /64 network). A whole
 * class may sign up from one: `signup` counts every attempt, `account` only those that create one. Those of the class
 * `confirm` count by session: strangers cannot use up the owner's attempts, and a thief of the session cannot guess for
 * long. Calls by the token of an app or a script count by session too. All other calls count by member, or by a
 * visitor's address. Pages, files and connections count by address; a whole office may share one.
 */
export const RATE_LIMITS: RateLimits = {
  signup: { max: 200, timeWindow: 10 * 60_000 },
  account: { max: 40, timeWindow: 10 * 60_000 },
  signin: { max: 20, timeWindow: 5 * 60_000 },
  app: { max: 60, timeWindow: 60 * 60_000 },
  confirm: { max: 10, timeWindow: 15 * 60_000 },
  name: { max: 30, timeWindow: 15 * 60_000 },
  code: { max: 5, timeWindow: 15 * 60_000 },
  read: { max: 900, timeWindow: 60_000 },
  search: { max: 240, timeWindow: 60_000 },
  write: { max: 180, timeWindow: 60_000 },
  report: { max: 30, timeWindow: 60 * 60_000 },
  upload: { max: 30, timeWindow: 5 * 60_000 },
  page: { max: 3_000, timeWindow: 60_000 },
  file: { max: 200_000, timeWindow: 10 * 60_000 },
  connections: 2_000,
}

export interface RateOptions {
  readonly limits: RateLimits
  readonly counters: Counters
  readonly countName: CountName
}

/** The rate limit headers, as alternating names and values; null if the request has to be refused. */
export type Limit = readonly string[] | null

/**
 * Counts a member's request of a class; synchronously if this node counts by itself. A request over the limit is passed
 * to the hooks, which count it again and refuse it.
 */
export type CountRequest = (rate: RateClass, viewer: Viewer) => Limit | Promise<Limit>

/**
 * Limits every endpoint of the API by its declared class.
 * @returns counts requests that are answered before the hooks
 */
export async function registerRateLimits(
  app: FastifyInstance,
  { limits, counters, countName }: RateOptions,
): Promise<CountRequest> {
  // Registered before the plugin's own hook, which reads the route's config once.
  app.addHook('onRoute', (route: RouteOptions) => {
    const rate = route.config?.endpoint?.rate
    if (!rate) return
    route.config = { ...route.config, rateLimit: limits[rate] }
    // The account is named in the body, which is read and validated first.
    const { body } = route.config.endpoint as { body?: { properties?: object } }
    if (rate === 'signin' && 'username' in (body?.properties ?? {}))
      route.preHandler = [limitName, ...[route.preHandler ?? []].flat()]
  })
  await app.register(rateLimit, {
    global: false,
    // The viewer is known by then.
    hook: 'preValidation',
    enableDraftSpec: true,
    store: storeOf(counters),
    keyGenerator: ({ routeOptions, viewer, ip }) => {
      const rate = routeOptions.config.endpoint?.rate
      const isOfViewer = viewer !== null && rate !== 'signin' && rate !== 'signup' && rate !== 'app'
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

  async function limitName({ body }: FastifyRequest, reply: FastifyReply): Promise<void> {
    const waitSeconds = await countName((body as { username: string }).username)
    if (waitSeconds === 0) return
    reply.header('retry-after', waitSeconds)
    throw new AppError('tooManyRequests')
  }
}

/** Counts an attempt at the account of this name, from any address. @returns how many seconds to wait; 0 if it may be made */
export type CountName = (username: string) => Promise<number>

/** @param isPublic whether the account's password is public, so that log-ins need no limit by name */
export function nameLimit(
  { name }: RateLimits,
  counters: Counters,
  isPublic: (username: string) => Promise<boolean>,
): CountName {
  return async (username) => {
    if (await isPublic(username)) return 0
    const { current, ttl } = await counters.count(`name ${username.toLowerCase()}`, name.timeWindow)
    return current <= name.max ? 0 : Math.ceil(ttl / 1_000)
  }
}

export interface CodeAttempt {
  /** How many seconds to wait; 0 if the code may be tried. */
  readonly waitSeconds: number
  /** Whether no further code may be tried in this window. True once in each. */
  readonly isLast: boolean
}

/** Counts a code that was given with the right password. */
export type CountCode = (member: number) => Promise<CodeAttempt>

export function codeLimit({ code }: RateLimits, counters: Counters): CountCode {
  return async (member) => {
    const { current, ttl } = await counters.count(`code ${member}`, code.timeWindow)
    return { waitSeconds: current <= code.max ? 0 : Math.ceil(ttl / 1_000), isLast: current === code.max }
  }
}

export interface AccountAttempt {
  /** How many seconds to wait; 0 if the account may be created. */
  readonly waitSeconds: number
  /** To be called if nothing was stored, not even a sign-up that waits: the attempt then does not count. */
  readonly giveBack: () => Promise<void>
}

/**
 * Counts an account that an address is about to create. Counted before, so that concurrent ones do not exceed the
 * limit.
 */
export type CountAccount = (address: string) => Promise<AccountAttempt>

export function accountLimit({ account }: RateLimits, counters: Counters): CountAccount {
  return async (address) => {
    const key = `account address ${normalizeIP(address)}`
    const { current, ttl } = await counters.count(key, account.timeWindow)
    const endsAt = Date.now() + ttl
    const giveBack = async () => {
      // The next window has not counted it.
      if (Date.now() < endsAt) await counters.uncount(key)
    }
    if (current <= account.max) return { waitSeconds: 0, giveBack }
    await giveBack()
    return { waitSeconds: Math.ceil(ttl / 1_000), giveBack: async () => undefined }
  }
}

function headersOf({ current, ttl }: Counted, max: number): Limit {
  if (current > max) return null
  const [left, seconds] = [String(max - current), String(Math.ceil(ttl / 1_000))]
  return ['ratelimit-limit', String(max), 'ratelimit-remaining', left, 'ratelimit-reset', seconds]
}

function keyOf(rate: RateClass | undefined, { id, sessionId, scopes }: Viewer): string {
  // An app that asks too often must not lock its member out.
  return rate === 'confirm' || scopes ? `${rate} session ${sessionId}` : `${rate} member ${id}`
}

/** Adapts the counters to the plugin. All routes share one store, because all calls of a class count together. */
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
