import type { Locale } from '@quack/contract/rules/locales'
import type { FastifyBaseLogger } from 'fastify'
import type { Caches } from './caches.ts'
import type { Database } from './database/database.ts'
import type { InvalidationLog } from './database/invalidation-log.ts'
import type { EventsOptions } from './features/events/events.routes.ts'
import type { MailOptions } from './features/mails/start-mails.ts'
import type { MediaStore } from './features/media/store/media-store.ts'
import type { PushOptions } from './features/push/push.routes.ts'
import type { ConnectionLimits } from './http/limits/connections.ts'
import type { LoadGate } from './http/limits/load-gate.ts'
import type { RateLimits } from './http/limits/rate-limits.ts'
import type { JobClock } from './jobs/clock.ts'
import type { OutsideOptions } from './outside/outside.ts'
import type { Redis } from './redis/redis.ts'

/** What an app is built from. */
export interface Dependencies {
  readonly db: Database
  readonly media: MediaStore
  /** The program that converts videos. Without it, videos that need a conversion are refused. */
  readonly ffmpeg?: string | null
  /** Signs tokens. Derived keys sign and seal other things, such as the addresses of media. At least 32 characters. */
  readonly secret: string
  readonly logger: FastifyBaseLogger
  readonly version: string
  /** Whether the demo's guest may sign in, if there is one. */
  readonly guestLogin: boolean
  /** Whether apps of other makers may sign in; by default, they may. */
  readonly clientApi?: boolean
  /** Null for no limits. */
  readonly rateLimits: RateLimits | null
  /** Shared by all nodes; none by default. */
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
  /** Overrides the default options. */
  readonly push?: Partial<PushOptions>
  /** The language of people whose own is not known; English by default. */
  readonly locale?: Locale
  /** The directory of the catalogues of other languages; ours by default. */
  readonly translations?: string
  /** Whether posts get cards of the addresses in them; by default they do not. It needs `publicUrl`. */
  readonly linkCards?: boolean
  /** Overrides how addresses that members choose are read. */
  readonly outside?: OutsideOptions
  /** The mail server; none by default. It needs `publicUrl`. */
  readonly mail?: MailOptions | null
  /** Where members find the operator: an e-mail address or a page. */
  readonly contact?: string | null
  /** The time of background work; the system's by default. */
  readonly clock?: JobClock
  /** Where the web client was built to. */
  readonly webDirectory: string
  /** The public origin of this installation; null to take it from each request. */
  readonly publicUrl: string | null
  /** Overrides the default caches. */
  readonly createCaches?: (log: InvalidationLog) => Caches
}
