import type { SignInMethod } from '@quack/contract'
import type { Locale } from '@quack/contract/rules/locales'
import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn } from '../../database/in-list.ts'
import { cursorCodec, ID_CODEC, type PageRequest } from '../../database/paging.ts'
import { prepared } from '../../database/prepared.ts'
import type { AppId, MemberId, SessionId } from '../../database/schema.ts'

export async function findCredentials(db: Connection, username: string) {
  return db
    .selectFrom('members')
    .select(['id', 'username', 'password_hash', 'is_shared'])
    .where('username_key', '=', username.toLowerCase())
    .executeTakeFirst()
}

const credentials = (db: Connection, id: MemberId) =>
  db
    .selectFrom('members')
    .select(['id', 'username', 'password_hash', 'is_shared', 'suspended_at', 'suspended_until'])
    .select(['email', 'email_confirmed_at', 'seen_locale'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)

export async function noteLocale(transaction: Connection, id: MemberId, locale: Locale): Promise<void> {
  await transaction.updateTable('members').set({ seen_locale: locale }).where('id', '=', id).execute()
}

/** Empty if the member has no password; null if there is no such member. */
export async function findPasswordHash(db: Connection, id: MemberId): Promise<string | null> {
  return (await credentials(db, id).executeTakeFirst())?.password_hash ?? null
}

/** A member who signs in or changes how, as the rules for that see them. */
export type LockedMember = NonNullable<Awaited<ReturnType<typeof lockCredentials>>>

/** The present row, locked until the transaction ends: no password, suspension or factor changes meanwhile. */
export function lockCredentials(transaction: Connection, id: MemberId) {
  return credentials(transaction, id)
    .$if(isPostgres(transaction), (plain) => plain.forNoKeyUpdate())
    .executeTakeFirst()
}

const VIEWER = ['members.id as memberId', 'members.username', 'members.is_shared as isShared', 'members.role'] as const
const SESSION = ['sessions.id as sessionId', 'sessions.seen_at as seenAt'] as const

/** The member of a signed token, and the session (null if it has ended); undefined if the member is gone. */
export const findSession = prepared((db, { memberId, sessionId }: { memberId: MemberId; sessionId: SessionId }) =>
  db
    .selectFrom('members')
    .leftJoin('sessions', (join) =>
      join
        .onRef('sessions.member_id', '=', 'members.id')
        .on('sessions.id', '=', sessionId)
        .on('sessions.token_hash', 'is', null),
    )
    .select([...VIEWER, ...SESSION])
    .where('members.id', '=', memberId)
    .where('members.deleted_at', 'is', null),
).first

/** The session of an app's or a script's token, and its member. */
export const findAppSession = prepared((db, { tokenHash, now }: { tokenHash: string; now: number }) =>
  db
    .selectFrom('sessions')
    .innerJoin('members', 'members.id', 'sessions.member_id')
    .select([...VIEWER, ...SESSION])
    .select(['sessions.scopes', 'sessions.app_id as appId', 'sessions.expires_at as expiresAt'])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>=', now)
    .where('members.deleted_at', 'is', null),
).first

/** The app of a token by which it acts for itself. */
export const findAppToken = prepared((db, { tokenHash, now }: { tokenHash: string; now: number }) =>
  db
    .selectFrom('app_tokens')
    .innerJoin('apps', 'apps.id', 'app_tokens.app_id')
    .select(['apps.id', 'apps.name', 'apps.website', 'apps.redirect_uris', 'app_tokens.scopes'])
    .where('token_hash', '=', tokenHash)
    .where('app_tokens.expires_at', '>=', now),
).first

/** The app of a member's session. A script that has got its token from its member is one by the name of the token. */
export const findAppOf = prepared((db, { session }: { session: SessionId }) =>
  db
    .selectFrom('sessions')
    .leftJoin('apps', 'apps.id', 'sessions.app_id')
    .select(({ fn }) => [
      fn.coalesce('apps.id', 'sessions.id').as('id'),
      fn.coalesce('apps.name', 'sessions.device').as('name'),
      fn.coalesce('apps.website', sql<string>`''`).as('website'),
      fn.coalesce('apps.redirect_uris', sql<string>`''`).as('redirect_uris'),
    ])
    .select('sessions.scopes')
    .where('sessions.id', '=', session),
).first

/** How many tokens for scripts a member has. */
export async function countTokens(db: Connection, member: MemberId, now: number): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('member_id', '=', member)
    .where('method', '=', 'token')
    .where('expires_at', '>=', now)
    .executeTakeFirstOrThrow()
  return count
}

/** An app that is used is kept for as long as its sessions. */
export const keepApp = prepared((db, { id, expiresAt }: { id: AppId; expiresAt: number }) =>
  db.updateTable('apps').set({ expires_at: expiresAt }).where('id', '=', id),
).send

/** Whether a session of the member has not ended. */
export async function hasSession(db: Connection, member: MemberId, session: SessionId): Promise<boolean> {
  const row = await db
    .selectFrom('sessions')
    .select('id')
    .where('id', '=', session)
    .where('member_id', '=', member)
    .where('expires_at', '>=', Date.now())
    .executeTakeFirst()
  return row !== undefined
}

export interface NewSession {
  readonly id: SessionId
  readonly memberId: MemberId
  readonly expiresAt: number
  readonly device: string
  readonly method: SignInMethod
  readonly now: number
  /** For the token of an app or a script. */
  readonly limits?: { readonly app: AppId | null; readonly scopes: string; readonly tokenHash: string }
}

export async function insertSession(
  db: Connection,
  { id, memberId, expiresAt, device, method, now, limits }: NewSession,
): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      id,
      member_id: memberId,
      expires_at: expiresAt,
      device,
      method,
      seen_at: now,
      // A session with scopes has confirmed nothing.
      confirmed_at: limits ? 0 : now,
      proved_at: limits ? 0 : now,
      ...(limits && { app_id: limits.app, scopes: limits.scopes, token_hash: limits.tokenHash }),
    })
    .execute()
}

/**
 * Whether the member has a session on such a device, or has signed in on one lately. Apps and scripts name themselves.
 */
export async function isKnownDevice(db: Connection, member: MemberId, device: string): Promise<boolean> {
  const { rows } = await sql<{ known: number }>`
    select 1 as known from sessions where member_id = ${member} and device = ${device} and token_hash is null
    union all
    select 1 as known from account_events where member_id = ${member} and kind = 'signedIn' and device = ${device}
    limit 1`.execute(db)
  return rows.length > 0
}

interface Use {
  readonly id: SessionId
  readonly memberId: MemberId
  readonly now: number
  readonly usedSince: number
  readonly provedSince: number
}

/** @returns false if the session has ended, or the confirmation was used or made too long ago */
export const useConfirmation = prepared((db, { id, memberId, now, usedSince, provedSince }: Use) =>
  db
    .updateTable('sessions')
    .set({ confirmed_at: now })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .where('confirmed_at', '>=', usedSince)
    .where('proved_at', '>=', provedSince),
).changes

/** @returns false if the session has ended */
export async function setConfirmed(
  transaction: Connection,
  { id, memberId, now }: { id: SessionId; memberId: MemberId; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await transaction
    .updateTable('sessions')
    .set({ confirmed_at: now, proved_at: now })
    .where('id', '=', id)
    .where('member_id', '=', memberId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** From now on these members have to confirm again. @param but the session whose confirmation stays */
export async function endConfirmations(
  transaction: Connection,
  members: readonly MemberId[],
  but: SessionId | null,
): Promise<void> {
  await transaction
    .updateTable('sessions')
    .set({ confirmed_at: 0, proved_at: 0 })
    .where(isIn(transaction, 'member_id', members))
    .$if(but !== null, (query) => query.where('id', '<>', but ?? (0 as SessionId)))
    .execute()
}

/** When the confirmation of a session was used and made for the last time. */
export async function findConfirmed(db: Connection, id: SessionId): Promise<{ usedAt: number; provedAt: number }> {
  const row = await db
    .selectFrom('sessions')
    .select(['confirmed_at', 'proved_at'])
    .where('id', '=', id)
    .executeTakeFirst()
  return { usedAt: row?.confirmed_at ?? 0, provedAt: row?.proved_at ?? 0 }
}

/** @param expiresAt the new end of an app's session; null if it stays */
export async function updateLastSeen(
  db: Connection,
  id: SessionId,
  { now, expiresAt }: { now: number; expiresAt: number | null },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ seen_at: now, ...(expiresAt !== null && { expires_at: expiresAt }) })
    .where('id', '=', id)
    .execute()
}

export const SESSIONS_CURSOR = cursorCodec('sessions', { id: ID_CODEC })

export function listSessions(db: Connection, member: MemberId, now: number, page: PageRequest<{ id: number }>) {
  const { limit, after } = page
  return db
    .selectFrom('sessions')
    .leftJoin('apps', 'apps.id', 'sessions.app_id')
    .select(['sessions.id', 'device', 'method', 'seen_at', 'sessions.scopes', 'apps.website'])
    .where('member_id', '=', member)
    .where('sessions.expires_at', '>=', now)
    .$if(after !== null, (query) => query.where('sessions.id', '<', (after?.id ?? 0) as SessionId))
    .orderBy('sessions.id', 'desc')
    .limit(limit)
    .execute()
}

/** @returns false if the member has no such session */
export async function deleteSession(db: Connection, member: MemberId, id: SessionId): Promise<boolean> {
  const result = await db.deleteFrom('sessions').where('id', '=', id).where('member_id', '=', member).executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** From now on every token of the member is refused. @param but the session that stays valid */
export async function deleteSessions(db: Connection, member: MemberId, but: SessionId | null): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('member_id', '=', member)
    .$if(but !== null, (query) => query.where('id', '<>', but ?? (0 as SessionId)))
    .execute()
}

/** From now on every token of these members is refused. */
export async function deleteAllSessions(db: Connection, members: readonly MemberId[]): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where(isIn(db, 'member_id', members))
    .execute()
}
