import type { Database } from '../../database/database.ts'
import type { AppId, MemberId, SessionId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Authenticated } from '../../reading/viewer.ts'
import { hashOf, isAppToken } from './app-tokens.ts'
import * as queries from './sessions.queries.ts'
import type { Tokens } from './tokens.ts'

/** The precision of a session's last use, in milliseconds. */
const SEEN_PRECISION_MS = 60 * 60_000
/** For how long the token of an app or a script stays valid without being used, in milliseconds. */
export const APP_SESSION_MS = 400 * 24 * 60 * 60_000

/**
 * @param guestLogin whether the demo's guest may act here. With the demo off, the guest's sessions have ended
 * (guest.service.ts), but another node that still has the demo on can open new ones.
 * @returns null for an app that acts for itself
 * @throws tokenInvalid; usernameUnknown if the member of a signed token is gone
 */
export async function authenticate(
  db: Database,
  tokens: Tokens,
  token: string,
  guestLogin: boolean,
): Promise<Authenticated | null> {
  if (isAppToken(token)) return authenticateApp(db, token, guestLogin)
  const claims = tokens.read(token)
  const found = await queries.findSession(db.read, {
    memberId: Number(claims._id) as MemberId,
    sessionId: Number(claims.sid) as SessionId,
  })
  if (!found) throw new AppError('usernameUnknown')
  const { sessionId } = found
  if (sessionId === null) throw new AppError('tokenInvalid')
  const viewer = viewerOf({ ...found, sessionId }, guestLogin, null)
  recordLastSeen(db, sessionId, found.seenAt ?? 0, null)
  return { viewer, expiresAt: claims.expiresAt }
}

async function authenticateApp(db: Database, token: string, guestLogin: boolean): Promise<Authenticated | null> {
  const now = Date.now()
  const hash = { tokenHash: hashOf(token), now }
  const found = await queries.findAppSession(db.read, hash)
  if (!found) {
    if (await queries.findAppToken(db.read, hash)) return null
    throw new AppError('tokenInvalid')
  }
  const viewer = viewerOf(found, guestLogin, (found.scopes ?? '').split(' '))
  recordLastSeen(db, found.sessionId, found.seenAt, { app: found.appId })
  return { viewer, expiresAt: found.expiresAt }
}

type Found = Omit<NonNullable<Awaited<ReturnType<typeof queries.findSession>>>, 'sessionId' | 'seenAt'> & {
  readonly sessionId: SessionId
}

function viewerOf(found: Found, guestLogin: boolean, scopes: readonly string[] | null): Authenticated['viewer'] {
  const isShared = found.isShared === 1
  if (isShared && !guestLogin) throw new AppError('tokenInvalid')
  return {
    id: found.memberId,
    username: found.username,
    sessionId: found.sessionId,
    isShared,
    role: found.role,
    scopes,
  }
}

/** Stores the last use about once an hour, and in the background. A failure does not affect the session. */
function recordLastSeen(db: Database, id: SessionId, seenAt: number, of: { readonly app: AppId | null } | null): void {
  const now = Date.now()
  if (now - seenAt < SEEN_PRECISION_MS) return
  db.write(async (transaction) => {
    await queries.updateLastSeen(transaction, id, { now, expiresAt: of && now + APP_SESSION_MS })
    if (of?.app) await queries.keepApp(transaction, { id: of.app, expiresAt: now + APP_SESSION_MS })
  }).catch(() => undefined)
}
