import type { EndpointDeclaration } from '@quack/contract'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MemberId, SessionId } from '../database/schema.ts'
import { AppError } from './errors.ts'

/** The member whose token a request carries. */
export interface Viewer {
  readonly id: MemberId
  readonly username: string
  readonly sessionId: SessionId
}

declare module 'fastify' {
  interface FastifyRequest {
    viewer: Viewer | null
  }
  interface FastifyContextConfig {
    /** Present on the routes of the API: who may call, and how often. */
    endpoint?: Pick<EndpointDeclaration, 'access' | 'rate'>
  }
}

/**
 * Finds out who is asking, for every route of the API, before its body is read. A token that is sent must be good,
 * also where none is needed: an answer for a visitor would tell a signed-in person wrong things.
 * @param authenticate gives the viewer of a token, or throws `tokenInvalid` or `usernameUnknown`
 */
export function registerViewer(app: FastifyInstance, authenticate: (token: string) => Promise<Viewer>): void {
  app.decorateRequest('viewer', null)
  app.addHook('onRequest', async (request) => {
    const { endpoint } = request.routeOptions.config
    if (!endpoint) return
    const token = readToken(request.headers.authorization)
    if (token !== null) request.viewer = await authenticate(token)
    if (endpoint.access === 'member') requireViewer(request)
  })
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
