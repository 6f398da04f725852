import type { IncomingMessage } from 'node:http'
import { ENDPOINTS } from '@quack/contract'
import type { ClientCall } from '@quack/contract/client-api/client-call'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/calls/bind.ts'
import type { CountName } from '../../http/limits/rate-limits.ts'
import { directOriginOf, originOf } from '../../http/raw/host.ts'
import type { Languages } from '../../locale/languages.ts'
import { type Authenticated, requireOwn, type Viewer } from '../../reading/viewer.ts'
import type { LiveNews } from '../events/events.routes.ts'
import { mediaAddressesOf } from '../media/records/media-addresses.ts'
import { deviceOf } from '../sessions/device.ts'
import type { Proofs } from '../sign-in/sign-in.routes.ts'
import type { TrendingTags } from '../tags/trending-tags.ts'
import { type OwnAccountOptions, registerOwnAccount } from './accounts/accounts.own.ts'
import { registerAccounts } from './accounts/accounts.routes.ts'
import { registerApps } from './apps/apps.routes.ts'
import { makeToken } from './apps/apps.service.ts'
import { registerAuthorize } from './apps/authorize.routes.ts'
import { type InstanceOptions, registerInstance } from './instance/instance.routes.ts'
import { registerAccountLists } from './lists/account-lists.ts'
import { registerStatusLists } from './lists/status-lists.ts'
import { registerMediaCalls } from './media/media.routes.ts'
import { registerNotifications } from './notifications/notifications.routes.ts'
import { registerAppPush } from './push/push.routes.ts'
import { registerSafety } from './safety/safety.routes.ts'
import { registerFound } from './search/found.routes.ts'
import { registerLinks } from './statuses/links.routes.ts'
import { createListPages } from './statuses/list-pages.ts'
import { registerPollCalls } from './statuses/polls.routes.ts'
import { registerStatuses, type StatusesCaches } from './statuses/statuses.routes.ts'
import { registerWriting } from './statuses/statuses.write.ts'
import { registerStreaming } from './streaming/streaming.routes.ts'
import { registerHashtags } from './tags/hashtags.routes.ts'
import { registerTimelines } from './timelines/timelines.routes.ts'
import { registerClientErrors } from './transport/client-errors.ts'
import { registerCors, registerRateHeaders } from './transport/headers.ts'
import { registerForms } from './transport/input.ts'
import { urlsAt } from './transport/urls.ts'

export interface ClientApiOptions extends InstanceOptions, OwnAccountOptions {
  readonly publicUrl: string | null
  readonly proofs: Proofs
  readonly authenticate: (token: string) => Promise<Authenticated | null>
  readonly languages: Languages
  readonly countName: CountName
  readonly caches: StatusesCaches
  readonly trending: TrendingTags
  /** Of the installation. */
  readonly secret: string
  readonly news: LiveNews
  readonly allowPrivateAddresses: boolean
}

/** What pages of other origins may ask for. */
const OPEN_PATHS = [
  '/api/v1/*',
  '/api/v2/*',
  '/oauth/token',
  '/oauth/revoke',
  '/oauth/userinfo',
  '/.well-known/*',
  '/nodeinfo/*',
]

/**
 * The client API of Mastodon, which the apps of this field know. It translates: the rules are those of our own calls,
 * whose services it uses.
 * @returns its calls, once the app is ready
 */
export function registerClientApi(
  app: FastifyInstance,
  db: Database,
  options: ClientApiOptions,
): readonly ClientCall[] {
  const clientCalls: ClientCall[] = []
  const { publicUrl, vapidKey, caches, sweepSoon, processing, news, trending, secret } = options
  const addresses = mediaAddressesOf(db.read)
  const urlsFor = (origin: string, viewer: Viewer | null) =>
    urlsAt(origin, viewer && addresses.forApp(viewer.sessionId))
  const urlsOf = (request: FastifyRequest) =>
    urlsFor(publicUrl ?? originOf(request) ?? 'http://localhost', request.viewer)
  const directUrlsOf = (request: IncomingMessage, viewer: Viewer) => {
    const origin = publicUrl ?? directOriginOf(request)
    return origin === null ? null : urlsFor(origin, viewer)
  }

  // By the web client. Without the client API, a token would be good for nothing.
  bind(app, ENDPOINTS.makeToken, async ({ body: { name, scopes } }, { viewer, request }) => {
    requireOwn(viewer)
    return { token: await makeToken(db, viewer, { name: name.trim(), scopes, device: deviceOf(request) }) }
  })

  app.register(async (scope) => {
    scope.decorate('urlsOf', urlsOf)
    scope.decorate('clientCalls', clientCalls)
    registerClientErrors(scope)
    registerForms(scope)
    registerLinks(scope, db)
    scope.register(async (page) => registerAuthorize(page, db, options))
    scope.register(async (open) => {
      registerCors(open, OPEN_PATHS)
      registerRateHeaders(open)
      const pages = createListPages(db)
      registerApps(open, db, vapidKey)
      registerInstance(open, db, options)
      registerAccounts(open, db)
      registerOwnAccount(open, db, options)
      registerNotifications(open, pages)
      registerSafety(open, db)
      registerStatuses(open, pages, caches, directUrlsOf)
      registerTimelines(open, pages)
      registerStatusLists(open, pages)
      registerAccountLists(open, pages)
      registerHashtags(open, pages, trending)
      registerFound(open, pages, secret)
      registerWriting(open, db, sweepSoon)
      registerPollCalls(open, db)
      registerMediaCalls(open, processing)
      registerStreaming(open, db, news)
      registerAppPush(open, db, options)
    })
  })
  return clientCalls
}
