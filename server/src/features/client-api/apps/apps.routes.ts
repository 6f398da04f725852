import * as calls from '@quack/contract/client-api/apps'
import { SCOPES } from '@quack/contract/client-api/scopes'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Database } from '../../../database/database.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { findAppOf } from '../../sessions/sessions.queries.ts'
import { bindClient } from '../transport/bind-client.ts'
import { OAuthError } from '../transport/client-errors.ts'
import type { AppRow } from './apps.queries.ts'
import * as service from './apps.service.ts'

/** Apps, and their tokens. @param vapidKey for push messages (push-keys.ts) */
export function registerApps(scope: FastifyInstance, db: Database, vapidKey: () => Promise<string>): void {
  const view = async (row: Omit<AppRow, 'id' | 'secret_hash' | 'scopes'> & { id: number; scopes: string | null }) => {
    return {
      id: String(row.id),
      name: row.name,
      website: row.website || null,
      scopes: (row.scopes ?? '').split(' '),
      redirect_uri: row.redirect_uris,
      redirect_uris: row.redirect_uris.split('\n').filter(Boolean),
      vapid_key: await vapidKey(),
    }
  }

  bindClient(scope, calls.registerApp, async ({ input }) => {
    const { client_name: name, redirect_uris: given, scopes = 'read', website = '' } = input
    const redirectUris = (typeof given === 'string' ? given.split(/\s+/) : given)
      .map((uri) => uri.trim())
      .filter(Boolean)
    const { secret, client_id, ...row } = await service.registerApp(db, { name, redirectUris, scopes, website })
    return { ...(await view(row)), client_id, client_secret: secret }
  })

  bindClient(scope, calls.verifyApp, async ({ viewer, request }) => {
    if (!viewer) return view(await service.requireAppToken(db.read, request))
    const app = await findAppOf(db.read, { session: viewer.sessionId })
    if (!app) throw new AppError('tokenInvalid')
    return view(app)
  })

  bindClient(scope, calls.issueToken, async ({ input, request }) => {
    const credentials = credentialsOf(input, request)
    const { grant_type: grant, code = '', redirect_uri: redirectUri = '', code_verifier: verifier = '' } = input
    if (grant === 'client_credentials') return service.issueForApp(db, credentials, input.scope || undefined)
    if (grant === 'authorization_code') return service.redeem(db, { ...credentials, code, redirectUri, verifier })
    throw new OAuthError('unsupported_grant_type', 'Only authorization_code and client_credentials are known.')
  })

  bindClient(scope, calls.revokeToken, async ({ input, request }) => {
    await service.revoke(db, input.token, credentialsOf(input, request))
    return {}
  })

  scope.get('/.well-known/oauth-authorization-server', { config: { addressClass: 'page' } }, async (request) => {
    const { origin } = scope.urlsOf(request)
    return {
      issuer: `${origin}/`,
      authorization_endpoint: `${origin}/oauth/authorize`,
      token_endpoint: `${origin}/oauth/token`,
      revocation_endpoint: `${origin}/oauth/revoke`,
      userinfo_endpoint: `${origin}/oauth/userinfo`,
      service_documentation: `${origin}/api/client/docs`,
      app_registration_endpoint: `${origin}/api/v1/apps`,
      scopes_supported: SCOPES,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'client_credentials'],
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
      code_challenge_methods_supported: ['S256'],
    }
  })
}

/** Of an app, from the body or by Basic authentication. */
function credentialsOf(
  input: { client_id?: string; client_secret?: string },
  { headers: { authorization = '' } }: FastifyRequest,
): { clientId: string; secret: string } {
  const [, basic = ''] = /^Basic\s+(\S+)$/i.exec(authorization) ?? []
  const [id = '', secret = ''] = Buffer.from(basic, 'base64').toString().split(':')
  return { clientId: input.client_id ?? id, secret: input.client_secret ?? secret }
}
