import type { EndpointDeclaration } from '@quack/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MemberId, SessionId } from '../database/schema.ts'
import { AppError } from './errors.ts'

/** The member whose token a request carries. */
export interface Viewer {
  readonly id: MemberId
  readonly username: string
  readonly sessionId: SessionId
  /** Whether many people use the account, as they do the demo's: none of them may take it from the others. */
  readonly isShared: boolean
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
  }
  interface FastifyContextConfig {
    /** Present on the routes of the API: who may call, and how often. */
    endpoint?: Pick<EndpointDeclaration, 'access' | 'rate' | 'produces'>
  }
}

/** Who a token was found to be, remembered while that stays true. */
export interface ViewerMemory {
  /** To be read before the session is looked at. */
  readonly position: number
  find(header: string): Viewer | null
  remember(header: string, viewer: Viewer, expiresAt: number, position: number): void
}

/** Whose a token is, and until when it is good, in milliseconds. */
export interface Authenticated {
  readonly viewer: Viewer
  readonly expiresAt: number
}

/**
 * Finds out who is asking, for every route of the API, before its body is read. A token that is sent must be good,
 * also where none is needed: an answer for a visitor would tell a signed-in person wrong things.
 * @param authenticate gives the viewer of a token, or throws `tokenInvalid` or `usernameUnknown`
 * @param memory null where sessions may end unseen
 */
export function registerViewer(
  app: FastifyInstance,
  authenticate: (token: string) => Promise<Authenticated>,
  memory: ViewerMemory | null,
): void {
  app.decorateRequest('viewer', null)
  app.addHook('onRequest', (request, _reply, done) => {
    const { endpoint } = request.routeOptions.config
    const header = request.headers.authorization
    if (!endpoint) return done()
    const known = header ? memory?.find(header) : null
    if (known) {
      request.viewer = known
      return done()
    }
    identify(request, header, endpoint.access === 'member').then(() => done(), done)
  })

  async function identify(request: FastifyRequest, header: string | undefined, isForMembers: boolean): Promise<void> {
    const token = readToken(header)
    if (header && token !== null) {
      const position = memory?.position ?? 0
      const { viewer, expiresAt } = await authenticate(token)
      request.viewer = viewer
      memory?.remember(header, viewer, expiresAt, position)
    }
    if (isForMembers) requireViewer(request)
  }
}

export function requireViewer(request: FastifyRequest): Viewer {
  if (!request.viewer) throw new AppError('tokenInvalid')
  return request.viewer
}

/** The token stands bare or after `Bearer `. */
function readToken(header: string | undefined): string | null {
  const token = header?.replace(/^Bearer\s+/i, '').trim()
  return token ? token : null
}
