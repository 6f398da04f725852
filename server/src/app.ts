import multipart from '@fastify/multipart'
import { ENDPOINTS } from '@quack/contract'
import { GUEST } from '@quack/contract/demo'
import { JSON_BODY_MAX_BYTES } from '@quack/contract/limits'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, LogController } from 'fastify'
import { type Caches, createCaches, statsOf } from './caches.ts'
import { signalCommits } from './commit-signals.ts'
import type { Database } from './database/database.ts'
import type { InvalidationLog } from './database/invalidation-log.ts'
import { registerAccount } from './features/account/account.routes.ts'
import { registerBookmarks } from './features/bookmarks/bookmarks.routes.ts'
import { registerComments } from './features/comments/comments.routes.ts'
import { guestLoginOf } from './features/demo/guest.service.ts'
import { DOCS, registerDocs } from './features/docs/docs.routes.ts'
import { EVENTS, type EventsOptions, registerEvents } from './features/events/events.routes.ts'
import { registerFeed } from './features/feed/feed.routes.ts'
import { registerFollows } from './features/follows/follows.routes.ts'
import { registerHealth } from './features/health/health.routes.ts'
import { registerLikes } from './features/likes/likes.routes.ts'
import { openMediaProcessing } from './features/media/media.processing.ts'
import { registerMedia } from './features/media/media.routes.ts'
import { scheduleSweep } from './features/media/media.sweep.ts'
import type { MediaStore } from './features/media/media-store.ts'
import { registerMembers } from './features/members/members.routes.ts'
import { registerMeta } from './features/meta/meta.routes.ts'
import { registerMetrics } from './features/metrics/metrics.routes.ts'
import { registerPosts } from './features/posts/posts.routes.ts'
import { registerPreviews } from './features/previews/previews.routes.ts'
import { registerSessions } from './features/sessions/sessions.routes.ts'
import { authenticate } from './features/sessions/sessions.service.ts'
import { createTokens } from './features/sessions/tokens.ts'
import { registerUploads, UPLOAD_CALLS } from './features/uploads/uploads.routes.ts'
import { registerAddressLimits } from './http/address-limits.ts'
import { refuseOtherMethods } from './http/bind.ts'
import { answerBrokenHttp, registerBrokenHttp } from './http/broken-http.ts'
import {
  CONNECTION_LIMITS,
  type ConnectionLimits,
  connectionOptions,
  limitAddressConnections,
  registerConnections,
} from './http/connections.ts'
import { registerErrors } from './http/errors.ts'
import { registerFastPath } from './http/fast-path.ts'
import { registerGracefulClose } from './http/graceful-close.ts'
import { registerHeaders } from './http/headers.ts'
import { registerJsonBody } from './http/json-body.ts'
import type { LoadGate } from './http/load-gate.ts'
import { registerLoadShedding } from './http/load-shedding.ts'
import { localCounters, sharedCounters } from './http/rate-counters.ts'
import { type RateLimits, registerRateLimits } from './http/rate-limits.ts'
import { createRequestIds, registerRequestLog } from './http/request-log.ts'
import { registerSerialization } from './http/serialization.ts'
import { trustedProxies } from './http/trusted-proxies.ts'
import { registerUrlCheck } from './http/url-check.ts'
import { registerValidation } from './http/validation.ts'
import { registerViewer } from './http/viewer.ts'
import { registerWebFiles } from './http/web-files.ts'
import { openWebPage } from './http/web-page.ts'
import type { Redis } from './redis.ts'

export interface Dependencies {
  readonly db: Database
  readonly media: MediaStore
  /** The program that converts videos. Without it, videos that need a conversion are refused. */
  readonly ffmpeg?: string | null
  /** Signs tokens, at least 32 characters. */
  readonly secret: string
  readonly logger: FastifyBaseLogger
  readonly version: string
  /** Whether the demo's guest may sign in, if there is one. */
  readonly guestLogin: boolean
  /** Null for no limits. */
  readonly rateLimits: RateLimits | null
  /** Shared by all nodes; null for a single node. */
  readonly redis?: Redis | null
  /** Proxies whose forwarded headers are trusted; none by default. */
  readonly trustProxy?: readonly string[] | false
  /** The token for /metrics from other machines. */
  readonly metricsToken?: string | null
  /** Refuses requests that could not be answered soon; without it, all are accepted. */
  readonly loadGate?: LoadGate | null
  /** Whether this node is about to stop and should get no more requests. */
  readonly isLeaving?: () => boolean
  /** Overrides of the default limits. */
  readonly connections?: Partial<ConnectionLimits>
  /** Overrides the default options. */
  readonly events?: EventsOptions
  /** Where the web client was built to. */
  readonly webDirectory: string
  /** The public origin of this installation; null to take it from each request. */
  readonly publicUrl: string | null
  /** Overrides the default caches. */
  readonly createCaches?: (log: InvalidationLog) => Caches
}

/** The composition root: the server, the tests and the tools all build their app here. */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { db, media, guestLogin } = dependencies
  const connections = { ...CONNECTION_LIMITS, ...dependencies.connections }
  const nextRequestId = createRequestIds()
  const app: FastifyInstance = Fastify({
    loggerInstance: dependencies.logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: nextRequestId,
    bodyLimit: JSON_BODY_MAX_BYTES,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    ...connectionOptions(connections),
    routerOptions: { maxParamLength: 500 },
    trustProxy: dependencies.trustProxy ? [...dependencies.trustProxy] : false,
    clientErrorHandler: answerBrokenHttp(nextRequestId),
    frameworkErrors: (error, request, reply) => app.errorHandler(error, request, reply),
  })

  const caches = (dependencies.createCaches ?? createCaches)(db.invalidations)
  const metrics = registerMetrics(app, db, {
    gate: dependencies.loadGate ?? null,
    caches: statsOf(caches),
    token: dependencies.metricsToken ?? null,
  })
  if (dependencies.loadGate) registerLoadShedding(app, dependencies.loadGate, nextRequestId)
  registerConnections(app, connections)
  registerRequestLog(app)
  registerGracefulClose(app)
  registerErrors(app)
  registerValidation(app)
  registerSerialization(app)
  registerJsonBody(app)
  registerUrlCheck(app)
  await app.register(multipart)
  registerHeaders(app)

  const tokens = createTokens(dependencies.secret)
  const isGuestLoginOpen = guestLoginOf(db, guestLogin)
  registerViewer(app, (token) => authenticate(db, tokens, token, guestLogin), caches.tokens, db.catchUp)
  const limits = dependencies.rateLimits
  const count =
    limits &&
    (await registerRateLimits(app, {
      limits,
      counters: dependencies.redis ? sharedCounters(dependencies.redis) : localCounters(),
      isPublic: async (username) => username.toLowerCase() === GUEST.username && (await isGuestLoginOpen()),
    }))
  if (limits) {
    registerAddressLimits(app, limits)
    limitAddressConnections(app, {
      max: limits.connections,
      isTrusted: trustedProxies(dependencies.trustProxy ?? false),
      onClosed: () => metrics.limited.inc({ class: 'connections' }),
    })
  }
  // Ahead of load shedding: to refuse costs little less than to answer.
  const isLate = (now: number) => dependencies.loadGate?.isLate(now) ?? false
  registerFastPath(app, { ...caches, catchUp: db.catchUp, isLate, count, observe: metrics.observe })
  registerBrokenHttp(app, nextRequestId)

  const sweep = scheduleSweep(db, dependencies.media, dependencies.logger)
  app.addHook('onClose', () => sweep.close())

  const { plans, pages, members } = caches
  registerSessions(app, db, tokens, guestLogin)
  registerAccount(app, db, { media, mediaReleased: sweep.soon })
  registerMembers(app, db, { sweepSoon: sweep.soon, plans, cache: members })
  registerFollows(app, db)
  registerPosts(app, db, { sweepSoon: sweep.soon, plans, pages })
  registerLikes(app, db, pages)
  registerComments(app, db, pages)
  registerBookmarks(app, db)
  registerFeed(app, db, caches)
  const streams = registerEvents(app, db, dependencies.events ?? EVENTS)
  signalCommits(db, dependencies.redis ?? null, () => streams.all.size > 0)
  const processing = openMediaProcessing(db, media, dependencies.logger, dependencies.ffmpeg ?? null)
  app.addHook('onClose', processing.close)
  registerMedia(app, processing)
  registerUploads(app, processing)
  registerMeta(app, dependencies.version, isGuestLoginOpen)
  registerHealth(app, db, dependencies.isLeaving ?? (() => false))
  registerDocs(app, dependencies.version)
  refuseOtherMethods(app, [...Object.values(ENDPOINTS), ...DOCS, ...UPLOAD_CALLS])
  const page = openWebPage(dependencies.webDirectory)
  const sendUnknownPage = registerPreviews(app, db, { page, publicUrl: dependencies.publicUrl })
  await registerWebFiles(app, dependencies.webDirectory, sendUnknownPage)
  return app
}
