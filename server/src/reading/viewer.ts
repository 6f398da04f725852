import type { EndpointDeclaration, Role } from '@quack/contract'
import { includesScope } from '@quack/contract/client-api/scopes'
import { hasRole } from '@quack/contract/entities/roles'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MemberId, SessionId } from '../database/schema.ts'
import { AppError } from '../http/errors/errors.ts'
import { type Hidden, type HiddenSource, NOTHING_HIDDEN } from './hidden.ts'

/** The member of a request's token. */
export interface Viewer {
  readonly id: MemberId
  readonly username: string
  readonly sessionId: SessionId
  /** Whether many people share the account, like the demo's. None of them may change it for the others. */
  readonly isShared: boolean
  /** Null for ordinary members. */
  readonly role: Role | null
  /** What the token of an app or a script allows; null for the member's own session, which may do everything. */
  readonly scopes: readonly string[] | null
}

/** Who may make a call. */
export interface Limits extends Pick<EndpointDeclaration, 'access' | 'rate' | 'produces'> {
  /**
   * Of a call of the client API: what a token with scopes has to allow; null for nothing. Such a token has no others.
   */
  readonly scope?: string | null
  /** Whether the handler reads the `Authorization` header itself: it is not that of a member. */
  readonly isOfApps?: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
    /** Whether cached data may be used: the caches were brought up to date after the request had arrived. */
    isCurrent: boolean
    /** What the viewer does not see, as of the start of the request, or of `renewViewer`. */
    hidden: Hidden
    /** Whether it has its turn among heavy reads (http/limits/heavy-reads.ts). */
    isInTurn: boolean
    /** Authenticates again, for a request that has waited: its session may be over. @throws as at its start */
    renewViewer: () => Promise<void>
  }
  interface FastifyContextConfig {
    /** On the routes of the API: who may call, and the rate class. */
    endpoint?: Limits
    /** Whether answers may come from the caches: then these are brought up to date for visitors too. */
    isCached?: boolean
  }
}

/** Caches the viewers of verified tokens. */
export interface Tokens {
  /** The log's position. Note it before the session is read, and pass it to `add`. */
  readonly position: number
  find(header: string): Viewer | null
  add(header: string, viewer: Viewer, expiresAt: number, since: number): void
}

/** The viewer of a token, and when the token expires, in milliseconds since 1970. */
export interface Authenticated {
  readonly viewer: Viewer
  readonly expiresAt: number
}

/**
 * Authenticates the viewer on every route of the API, before the body is read, except where apps register, and get and
 * give back their tokens. An invalid token is refused even if the call needs none: the answer for a visitor would
 * mislead someone who is signed in.
 * @param authenticate returns the viewer of a token, or null for an app without a member, who sees what a visitor sees;
 * throws `tokenInvalid` or `usernameUnknown`
 * @param hiddenMembers what each viewer does not see. It is read here, so that no handler can forget it
 * @param catchUp brings the caches up to date (Database.catchUp)
 */
export function registerViewer(
  app: FastifyInstance,
  authenticate: (token: string) => Promise<Authenticated | null>,
  tokens: Tokens,
  hiddenMembers: HiddenSource,
  catchUp: () => Promise<void> | null,
): void {
  app.decorateRequest('viewer', null)
  app.decorateRequest('isCurrent', false)
  app.decorateRequest('hidden', null as unknown as Hidden)
  app.decorateRequest('renewViewer', async function (this: FastifyRequest) {
    const { endpoint } = this.routeOptions.config
    if (endpoint) await identify(this, this.headers.authorization, endpoint, catchUp())
  })
  app.addHook('onRequest', (request, _reply, done) => {
    const { endpoint, isCached } = request.routeOptions.config
    const header = request.headers.authorization
    request.hidden = NOTHING_HIDDEN
    if (!endpoint || endpoint.isOfApps) return done()
    if (!header && !isCached) return done(refusalOf(endpoint, null) ?? undefined)
    const catchingUp = catchUp()
    if (catchingUp === null) {
      request.isCurrent = true
      request.viewer = header ? tokens.find(header) : null
      const hidden = request.viewer && hiddenMembers.find(request.viewer.id)
      if (hidden) {
        request.hidden = hidden
        return done(refusalOf(endpoint, request.viewer) ?? undefined)
      }
    }
    identify(request, header, endpoint, catchingUp).then(() => done(), done)
  })

  async function identify(
    request: FastifyRequest,
    header: string | undefined,
    limits: Limits,
    catchingUp: Promise<void> | null,
  ): Promise<void> {
    request.isCurrent = await Promise.resolve(catchingUp).then(
      () => true,
      () => false,
    )
    const token = readToken(header)
    if (header && token !== null) {
      const known = request.isCurrent ? tokens.find(header) : null
      request.viewer = known ?? (await authenticateToken(header, token))
      if (request.viewer) request.hidden = await hiddenMembers.load(request.viewer.id, request.isCurrent)
    }
    const refusal = refusalOf(limits, request.viewer)
    if (refusal) throw refusal
  }

  async function authenticateToken(header: string, token: string): Promise<Viewer | null> {
    const since = tokens.position
    const found = await authenticate(token)
    if (!found) return null
    tokens.add(header, found.viewer, found.expiresAt, since)
    return found.viewer
  }
}

/** Why this viewer may not call; null if the viewer may. A call that needs a role is unknown to those without one. */
export function refusalOf({ access, scope }: Limits, viewer: Viewer | null): AppError | null {
  if (viewer?.scopes && (scope === undefined || (scope !== null && !includesScope(viewer.scopes, scope)))) {
    return new AppError('scopeMissing')
  }
  if (access === 'anyone') return null
  if (access === 'member') return viewer ? null : new AppError('tokenInvalid')
  const role = viewer?.role ?? null
  if (role === null) return new AppError('pathUnknown')
  return hasRole(role, access) ? null : new AppError('ownerOnly')
}

export function requireViewer(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new AppError('tokenInvalid')
  return request.viewer
}

/** For changes that all who share an account would feel. @throws guestFixed */
export function requireOwn(viewer: Viewer): void {
  if (viewer.isShared) throw new AppError('guestFixed')
}

/** The token, with or without `Bearer ` in front. */
function readToken(header: string | undefined): string | null {
  const token = header?.replace(/^Bearer\s+/i, '').trim()
  return token ? token : null
}
