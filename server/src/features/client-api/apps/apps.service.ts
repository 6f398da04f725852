import { timingSafeEqual } from 'node:crypto'
import type { TextMessage } from '@quack/contract/calls/notification-text'
import type { Authorization } from '@quack/contract/client-api/apps'
import { includesScope, parseScopes } from '@quack/contract/client-api/scopes'
import { TOKENS_MAX } from '@quack/contract/rules/limits'
import type { FastifyRequest } from 'fastify'
import type { Static } from 'typebox'
import type { Connection, Database } from '../../../database/database.ts'
import { timeOfId } from '../../../database/ids.ts'
import type { AppId, MemberId, SessionId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import { recordAccountEvent } from '../../account-events/account-events.service.ts'
import { requireRecent } from '../../passwords/recent.ts'
import { hashOf, newToken } from '../../sessions/app-tokens.ts'
import { APP_SESSION_MS } from '../../sessions/authenticate.ts'
import * as sessions from '../../sessions/sessions.queries.ts'
import { requireEntry } from '../../sessions/start-session.ts'
import { OAuthError } from '../transport/client-errors.ts'
import * as queries from './apps.queries.ts'
import { isRedirect } from './redirects.ts'

/**
 * An app that has got no token of a member by then is deleted. The tokens by which apps act for themselves live as
 * long.
 */
const UNUSED_APP_MS = 30 * 24 * 60 * 60_000
const CODE_MS = 60_000
const SCOPES_DEFAULT = 'read'

/** @returns the app, and its secret, of which only the hash is stored. @throws fieldInvalid */
export async function registerApp(
  db: Database,
  { name, redirectUris, scopes, website }: Record<'name' | 'scopes' | 'website', string> & { redirectUris: string[] },
) {
  const wrong = redirectUris.find((uri) => !isRedirect(uri))
  if (wrong !== undefined || redirectUris.length === 0) {
    throw new AppError('fieldInvalid', 'redirect_uris: https, an address of this device, or a scheme of the app')
  }
  const secret = newToken()
  const app = {
    client_id: newToken(),
    secret_hash: hashOf(secret),
    name,
    website: /^https?:/i.test(website) && URL.canParse(website) ? website : '',
    redirect_uris: redirectUris.join('\n'),
    scopes: parseScopes(scopes).join(' ') || SCOPES_DEFAULT,
    expires_at: Date.now() + UNUSED_APP_MS,
  }
  return db.write(async (transaction) => {
    const row = { ...app, id: db.ids.next<AppId>() }
    await queries.insertApp(transaction, row)
    return { ...row, secret }
  })
}

export interface Asked {
  readonly app: queries.AppRow
  readonly redirectUri: string
  readonly scopes: string
  /** Empty without PKCE. */
  readonly challenge: string
}

const REFUSALS = {
  app: /** i18n */ { id: 'oauth.refused.app', message: 'This app is not known here. Start again in the app.' },
  address: /** i18n */ {
    id: 'oauth.refused.address',
    message: 'The app has not registered where it wants to lead to.',
  },
} satisfies Record<string, TextMessage>

/** What an app asks its member for; a message if the page must not lead back to the app. */
export async function findAsked(db: Connection, of: Static<typeof Authorization>): Promise<Asked | TextMessage> {
  const app = await queries.findApp(db, { clientId: of.client_id })
  if (!app) return REFUSALS.app
  if (!app.redirect_uris.split('\n').includes(of.redirect_uri)) return REFUSALS.address
  return { app, redirectUri: of.redirect_uri, scopes: scopesOf(app, of.scope), challenge: of.code_challenge ?? '' }
}

/** What an app gets of what it asks for: as much as it has registered. */
function scopesOf({ scopes }: queries.AppRow, asked = SCOPES_DEFAULT): string {
  const registered = scopes.split(' ')
  return parseScopes(asked)
    .filter((scope) => includesScope(registered, scope))
    .join(' ')
}

/** The code by which the app gets a token, once, within a minute. For a member who has proved who they are. */
export async function allow(
  db: Database,
  transaction: Connection,
  member: MemberId,
  { app, redirectUri, scopes, challenge }: Asked,
): Promise<string> {
  const code = newToken()
  const row = {
    code_hash: hashOf(code),
    app_id: app.id,
    member_id: member,
    redirect_uri: redirectUri,
    scopes,
    challenge,
    expires_at: Date.now() + CODE_MS,
  }
  await queries.insertCode(transaction, row)
  await recordAccountEvent(db, transaction, { memberId: member, kind: 'appAllowed', device: app.name })
  return code
}

type Credentials = Readonly<Record<'clientId' | 'secret', string>>

/** @throws invalid_client */
async function requireApp(db: Connection, { clientId, secret }: Credentials): Promise<queries.AppRow> {
  const app = await queries.findApp(db, { clientId })
  if (!app || !isSame(app.secret_hash, hashOf(secret))) {
    throw new OAuthError('invalid_client', 'The app is not known here, or its secret is wrong.', 401)
  }
  return app
}

function isSame(a: string, b: string): boolean {
  return a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b))
}

/** The app that acts for itself with the token of a request. @throws tokenInvalid */
export async function requireAppToken(db: Connection, { headers: { authorization = '' } }: FastifyRequest) {
  const token = authorization.replace(/^Bearer\s+/i, '').trim()
  const app = await sessions.findAppToken(db, { tokenHash: hashOf(token), now: Date.now() })
  if (!app) throw new AppError('tokenInvalid')
  return app
}

/** A token by which the app acts for itself. @throws invalid_client */
export async function issueForApp(db: Database, credentials: Credentials, scope: string | undefined) {
  const app = await requireApp(db.primary, credentials)
  const [token, now, scopes] = [newToken(), Date.now(), scopesOf(app, scope)]
  if (scopes === '') throw new OAuthError('invalid_scope', 'The app has registered none of these scopes.')
  const row = { token_hash: hashOf(token), app_id: app.id, scopes, expires_at: now + UNUSED_APP_MS }
  await db.write((transaction) => queries.insertAppToken(transaction, row))
  return tokenView({ token, scopes, createdAt: now })
}

type Redeemed = Credentials & Readonly<Record<'code' | 'redirectUri' | 'verifier', string>>

/**
 * A token for a code: a session with scopes.
 * @throws invalid_client; invalid_grant, also if the code was used before: then its first token ends; accountSuspended,
 * emailUnconfirmed
 */
export async function redeem(db: Database, { code, redirectUri, verifier, ...credentials }: Redeemed) {
  const app = await requireApp(db.primary, credentials)
  const codeHash = hashOf(code)
  const redeemed = await db.write(async (transaction) => {
    const found = await queries.lockCode(transaction, codeHash)
    const now = Date.now()
    if (!found) return null
    if (found.session_id !== null) {
      // Somebody else has it too, whether or not they know the rest.
      await sessions.deleteSession(transaction, found.member_id, found.session_id)
      return null
    }
    if (found.app_id !== app.id || found.redirect_uri !== redirectUri || found.expires_at < now) return null
    // PKCE knows no method but S256 here (RFC 7636).
    if (found.challenge !== '' && !isSame(hashOf(verifier), found.challenge)) return null
    const member = await sessions.lockCredentials(transaction, found.member_id)
    if (!member) return null
    requireEntry(db, member)
    const { id, ...token } = await startSession(db, transaction, found.member_id, { ...app, scopes: found.scopes })
    await queries.noteUse(transaction, codeHash, id)
    return token
  })
  if (!redeemed) throw new OAuthError('invalid_grant', 'The code is wrong, was used, or is older than a minute.')
  return tokenView(redeemed)
}

type AppWithScopes = Pick<queries.AppRow, 'id' | 'name' | 'scopes'>
type Holder = Omit<AppWithScopes, 'id'> & { readonly id: AppId | null }

/** A session with scopes: of an app, or of a script. */
async function startSession(
  db: Database,
  transaction: Connection,
  memberId: MemberId,
  { id: app, name: device, scopes }: Holder,
) {
  const [id, token, now] = [db.ids.next<SessionId>(), newToken(), Date.now()]
  const expiresAt = now + APP_SESSION_MS
  const limits = { app, scopes, tokenHash: hashOf(token) }
  const method = app === null ? 'token' : 'app'
  await sessions.insertSession(transaction, { id, memberId, expiresAt, device, method, now, limits })
  if (app !== null) await sessions.keepApp(transaction, { id: app, expiresAt })
  return { id, token, scopes, createdAt: timeOfId(id) }
}

/** Of a member who has just signed up in this app. */
export async function startSignedUp(db: Database, transaction: Connection, member: MemberId, app: AppWithScopes) {
  await recordAccountEvent(db, transaction, { memberId: member, kind: 'appAllowed', device: app.name })
  return tokenView(await startSession(db, transaction, member, app))
}

const tokenView = ({ token, scopes, createdAt }: { token: string; scopes: string; createdAt: number }) => ({
  access_token: token,
  token_type: 'Bearer' as const,
  scope: scopes,
  created_at: Math.floor(createdAt / 1_000),
})

/** Ends a token of this app; one that is unknown, or of another app, stays as it is. @throws invalid_client */
export async function revoke(db: Database, token: string, credentials: Credentials): Promise<void> {
  const app = await requireApp(db.primary, credentials)
  const tokenHash = hashOf(token)
  await db.write(async (transaction) => {
    const found = await sessions.findAppSession(transaction, { tokenHash, now: 0 })
    if (found?.appId === app.id) await sessions.deleteSession(transaction, found.memberId, found.sessionId)
    await queries.deleteAppToken(transaction, { tokenHash, app: app.id })
  })
}

/** A token for a script of the member: a session with scopes, of no app. @throws confirmationNeeded, tooManyTokens */
export function makeToken(
  db: Database,
  { id: memberId, sessionId }: Viewer,
  { name, scopes, device }: { name: string; scopes: string; device: string },
): Promise<string> {
  return db.write(async (transaction) => {
    // The number cannot grow meanwhile.
    await sessions.lockCredentials(transaction, memberId)
    await requireRecent(transaction, { id: memberId, sessionId })
    if ((await sessions.countTokens(transaction, memberId, Date.now())) >= TOKENS_MAX)
      throw new AppError('tooManyTokens')
    const { token } = await startSession(db, transaction, memberId, { id: null, name, scopes })
    await recordAccountEvent(db, transaction, { memberId, kind: 'tokenMade', device, detail: name })
    return token
  })
}
