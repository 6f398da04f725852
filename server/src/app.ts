import { ENDPOINTS } from '@quack/contract'
import { GUEST } from '@quack/contract/rules/demo'
import type { FastifyInstance } from 'fastify'
import { type Caches, createCaches, statsOf } from './caches.ts'
import type { Dependencies } from './dependencies.ts'
import { registerAccount } from './features/account/account.routes.ts'
import { registerAccountEvents } from './features/account-events/account-events.routes.ts'
import { registerBlocks } from './features/blocks/blocks.routes.ts'
import { registerBookmarks } from './features/bookmarks/bookmarks.routes.ts'
import { startCleanup } from './features/cleanup/cleanup.ts'
import { registerClientApi } from './features/client-api/client-api.ts'
import { registerComments } from './features/comments/comments.routes.ts'
import { registerDocs } from './features/docs/docs.routes.ts'
import { registerEmail } from './features/email-address/email-address.routes.ts'
import { EVENTS, registerEvents } from './features/events/events.routes.ts'
import { registerFeed } from './features/feed/feed.routes.ts'
import { registerResume } from './features/feed/resume.routes.ts'
import { registerFollowRequests } from './features/follows/follow-requests.routes.ts'
import { registerFollows } from './features/follows/follows.routes.ts'
import { registerHealth } from './features/health/health.routes.ts'
import { registerInstallation } from './features/installation/installation.routes.ts'
import { createStatistics } from './features/installation/statistics.ts'
import { registerInvitations } from './features/invitations/invitations.routes.ts'
import { registerLikes } from './features/likes/likes.routes.ts'
import { registerLinkCards } from './features/link-cards/link-cards.routes.ts'
import { openMediaProcessing } from './features/media/media.processing.ts'
import { registerMedia } from './features/media/media.routes.ts'
import { MediaAddresses, setMediaAddresses } from './features/media/records/media-addresses.ts'
import { createFrameCounts } from './features/media/sweep/frame-counts.ts'
import { startSweep } from './features/media/sweep/media.sweep.ts'
import { createHiddenSource } from './features/members/hidden.cache.ts'
import { startLinkChecks } from './features/members/link-checks.ts'
import { registerMembers } from './features/members/members.routes.ts'
import { registerMeta } from './features/meta/meta.routes.ts'
import { registerMetrics } from './features/metrics/metrics.routes.ts'
import { type Metrics, watchHeavyReads, watchJobs } from './features/metrics/metrics.ts'
import { registerAudit } from './features/moderation/audit/audit.routes.ts'
import { registerModeration } from './features/moderation/moderation.routes.ts'
import { registerReports } from './features/moderation/reports/reports.routes.ts'
import { registerMutes } from './features/mutes/mutes.routes.ts'
import { UNSUBSCRIBE_PAGE } from './features/notifications/digest/unsubscribe.routes.ts'
import { registerNotifications } from './features/notifications/notifications.routes.ts'
import { registerPins } from './features/pins/pins.routes.ts'
import { registerPolls } from './features/polls/polls.routes.ts'
import { registerPosts } from './features/posts/posts.routes.ts'
import { registerPreviews } from './features/previews/previews.routes.ts'
import { PUSH, registerPush } from './features/push/push.routes.ts'
import { loadPushKeys } from './features/push/push-keys.ts'
import { registerQuotes } from './features/quotes/quotes.routes.ts'
import { startReferences } from './features/references/reference-indexer.ts'
import { registerReposts } from './features/reposts/reposts.routes.ts'
import { registerSearch } from './features/search/search.routes.ts'
import { authenticate } from './features/sessions/authenticate.ts'
import { createTokens } from './features/sessions/tokens.ts'
import { type GuestLogin, guestLoginOf } from './features/sign-in/guest/guest.service.ts'
import { registerSignIn } from './features/sign-in/sign-in.routes.ts'
import { registerSessions } from './features/sign-up/sign-up.routes.ts'
import { registerTags } from './features/tags/tags.routes.ts'
import { TrendingTags } from './features/tags/trending-tags.ts'
import { registerUploads, UPLOAD_CALLS } from './features/uploads/uploads.routes.ts'
import { registerVersions } from './features/versions/versions.routes.ts'
import { registerFastPath } from './http/answers/fast-path.ts'
import { refuseOtherMethods } from './http/calls/bind.ts'
import { HeavyReads, heavyReadsAtOnce, registerHeavyReads } from './http/limits/heavy-reads.ts'
import { type Counts, registerLimits } from './http/limits/register-limits.ts'
import { registerWebFiles } from './http/pages/web-files.ts'
import { openWebPage } from './http/pages/web-page.ts'
import { registerBrokenHttp } from './http/raw/broken-http.ts'
import { registerUpgrades } from './http/raw/upgrades.ts'
import { createServer } from './http/server/create-server.ts'
import { createRequestIds, registerHttp } from './http/server/register-http.ts'
import { SYSTEM_CLOCK } from './jobs/clock.ts'
import { addJob, jobsOf } from './jobs/job.ts'
import { createLanguages, type Language, type Languages } from './locale/languages.ts'
import { createOutside } from './outside/outside.ts'
import { registerViewer } from './reading/viewer.ts'
import { signalCommits } from './redis/wake-nodes.ts'

export type { Dependencies } from './dependencies.ts'

/** The composition root: the server, the tests and the benchmarks build their app here. */
export async function buildApp(dependencies: Dependencies): Promise<FastifyInstance> {
  const { db, loadGate: gate = null, redis = null, trustProxy = false, logger, connections = {} } = dependencies
  const nextRequestId = createRequestIds()
  const app = createServer({ logger, trustProxy, connections, nextRequestId })
  const caches = (dependencies.createCaches ?? createCaches)(db.invalidations)
  const metrics = registerMetrics(app, db, { gate, caches: statsOf(caches), token: dependencies.metricsToken ?? null })
  await registerHttp(app, { gate, nextRequestId })

  const tokens = createTokens(dependencies.secret)
  setMediaAddresses(db, new MediaAddresses(dependencies.secret))
  const isGuestOpen = guestLoginOf(db, dependencies.guestLogin)
  registerViewer(
    app,
    (token) => authenticate(db, tokens, token, dependencies.guestLogin),
    caches.tokens,
    createHiddenSource(db, caches.hidden),
    db.catchUp,
  )
  const { count, ...counts } = await registerLimits(app, {
    limits: dependencies.rateLimits,
    redis,
    trustProxy,
    isPublic: async (username) => username.toLowerCase() === GUEST.username && (await isGuestOpen()),
    onConnectionClosed: () => metrics.limited.inc({ class: 'connections' }),
  })
  // Ahead of load shedding: to refuse costs little less than to answer.
  const isLate = (now: number) => gate?.isLate(now) ?? false
  registerFastPath(app, { ...caches, catchUp: db.catchUp, isLate, count, observe: metrics.observe })
  registerBrokenHttp(app, nextRequestId)
  if (dependencies.clientApi ?? true) registerUpgrades(app)

  const languages = createLanguages(dependencies)
  registerFeatures(app, dependencies, { caches, metrics, tokens, isGuestOpen, ...counts, languages })
  await registerPages(app, dependencies, languages.own)
  return app
}

interface Parts extends Omit<Counts, 'count'> {
  readonly caches: Caches
  readonly metrics: Metrics
  readonly tokens: ReturnType<typeof createTokens>
  readonly isGuestOpen: GuestLogin
  readonly languages: Languages
}

/** The features: their calls and their jobs. */
function registerFeatures(app: FastifyInstance, dependencies: Dependencies, parts: Parts) {
  const { caches, metrics, tokens, isGuestOpen, countName, countCode, countAccount, languages } = parts
  const { db, media, version, clock = SYSTEM_CLOCK, clientApi: hasApps = true } = dependencies
  const heavyReads = new HeavyReads(heavyReadsAtOnce(db.engine), dependencies.loadGate ?? null)
  registerHeavyReads(app, heavyReads)
  watchHeavyReads(heavyReads, metrics)
  watchJobs(() => jobsOf(app), metrics)
  const { plans, pages, members } = caches
  startCleanup(app, db, clock)
  const processing = openMediaProcessing(db, media, dependencies.logger, dependencies.ffmpeg ?? null, clock)
  addJob(app, processing.conversions.job)
  app.addHook('onClose', processing.close)
  // Registered later, so it is closed before the processes that it uses.
  const sweep = startSweep(app, { db, store: media, clock, countFrames: createFrameCounts(processing) })

  const enrol = registerSessions(app, db, { tokens, guestLogin: dependencies.guestLogin, countAccount })
  const removals = registerAccount(app, db, { media, clock, mediaReleased: sweep.soon })
  registerAccountEvents(app, db)
  const { guestLogin, secret, publicUrl } = dependencies
  const proofs = registerSignIn(app, db, { tokens, guestLogin, secret, publicUrl, countCode })
  registerEmail(app, dependencies, { metrics, clock, languages })
  // Who asks is told to those who are asked.
  const userAgent = `Quack/${version}${publicUrl === null ? '' : ` (+${publicUrl})`}`
  const outside = createOutside({ ...dependencies.outside, userAgent })
  app.addHook('onClose', async () => outside.close())
  const links = startLinkChecks(app, db, { clock, outside, publicUrl })
  registerMembers(app, db, { sweepSoon: sweep.soon, checkLinks: links.wake, plans, cache: members })
  registerFollows(app, db)
  registerFollowRequests(app, db)
  registerBlocks(app, db)
  registerMutes(app, db)
  registerPosts(app, db, { sweepSoon: sweep.soon, plans, pages })
  registerLikes(app, db, pages)
  registerReposts(app, db)
  registerQuotes(app, db)
  const isFetching = dependencies.linkCards ?? false
  registerLinkCards(app, db, { isFetching, outside, publicUrl, clock, intake: processing })
  registerPolls(app, db, clock)
  registerVersions(app, db, clock)
  registerPins(app, db, pages)
  registerComments(app, db, pages)
  registerBookmarks(app, db)
  registerNotifications(app, db, caches)
  registerFeed(app, db, caches)
  registerResume(app, db, caches)
  const trending = new TrendingTags(db)
  registerTags(app, db, trending)
  registerSearch(app, db, { metrics, clock, secret })
  startReferences(app, db, clock)
  const news = registerEvents(app, db, caches.hidden, dependencies.events ?? EVENTS)
  const contact = dependencies.publicUrl?.startsWith('https:') ? dependencies.publicUrl : null
  const pushOptions = { ...PUSH, ...dependencies.push }
  const push = registerPush(app, db, pushOptions, { secret, contact, clock, publicUrl, languages })
  signalCommits(db, dependencies.redis ?? null, () => news.streams.all.size > 0 || push.isWanted())
  registerMedia(app, processing, hasApps)
  registerUploads(app, processing)
  const operator = dependencies.contact ?? null
  registerMeta(app, db, {
    version,
    guestLogin: isGuestOpen,
    passkeyHost: proofs.passkeyHost,
    apps: hasApps,
    contact: operator,
  })
  registerAudit(app, db)
  const statistics = createStatistics(version)
  registerInstallation(app, db, statistics)
  registerInvitations(app, db)
  registerReports(app, db)
  registerModeration(app, db, { removals, sweepSoon: sweep.soon })
  const clientCalls =
    hasApps &&
    registerClientApi(app, db, {
      publicUrl,
      languages,
      countName,
      proofs,
      authenticate: (token) => authenticate(db, tokens, token, guestLogin),
      vapidKey: async () => (await loadPushKeys(db, secret)).publicKey,
      caches,
      sweepSoon: sweep.soon,
      checkLinks: links.wake,
      processing,
      version,
      contact: operator,
      statistics,
      news,
      allowPrivateAddresses: pushOptions.allowPrivateAddresses,
      enrol,
      trending,
      secret,
    })
  registerHealth(app, db, dependencies.isLeaving ?? (() => false))
  const docs = registerDocs(app, version, clientCalls || null)
  refuseOtherMethods(app, [...Object.values(ENDPOINTS), ...docs, ...UPLOAD_CALLS, UNSUBSCRIBE_PAGE])
}

/** The web client: its page at all of its addresses, and its files. */
async function registerPages(
  app: FastifyInstance,
  { db, webDirectory, publicUrl }: Dependencies,
  language: Language,
): Promise<void> {
  const sendUnknownPage = registerPreviews(app, db, { page: openWebPage(webDirectory), publicUrl, language })
  await registerWebFiles(app, webDirectory, sendUnknownPage)
}
