import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { isIn } from '../../database/in-list.ts'
import { cursorCodec, ID_CODEC, type PageRequest } from '../../database/paging.ts'
import { prepared } from '../../database/prepared.ts'
import type { MemberId, SessionId } from '../../database/schema.ts'

export async function findCredentials(db: Connection, username: string) {
  return db
    .selectFrom('members')
    .select(['id', 'username', 'password_hash', 'is_shared'])
    .where('username_key', '=', username.toLowerCase())
    .executeTakeFirst()
}

const passwordHash = (db: Connection, id: MemberId) =>
  db.selectFrom('members').select('password_hash').where('id', '=', id).where('deleted_at', 'is', null)

export async function findPasswordHash(db: Connection, id: MemberId): Promise<string | null> {
  return (await passwordHash(db, id).executeTakeFirst())?.password_hash ?? null
}

/** The present hash, locked until the transaction ends, so that the password cannot change meanwhile. */
export async function lockPasswordHash(transaction: Connection, id: MemberId): Promise<string | null> {
  const query = passwordHash(transaction, id).$if(isPostgres(transaction), (plain) => plain.forShare())
  return (await query.executeTakeFirst())?.password_hash ?? null
}

const sessionOf = prepared((db, { memberId, sessionId }: { memberId: MemberId; sessionId: SessionId }) =>
  db
    .selectFrom('members')
    .leftJoin('sessions', (join) =>
      join.onRef('sessions.member_id', '=', 'members.id').on('sessions.id', '=', sessionId),
    )
    .select(['members.id as memberId', 'members.username', 'members.is_shared as isShared', 'members.role'])
    .select(['sessions.id as sessionId', 'sessions.seen_at as seenAt'])
    .where('members.id', '=', memberId)
    .where('members.deleted_at', 'is', null),
)

/** The member of a token, and the session (null if it has ended); undefined if the member is gone. */
export function findSession(db: Connection, memberId: MemberId, sessionId: SessionId) {
  return sessionOf.first(db, { memberId, sessionId })
}

export interface NewSession {
  readonly id: SessionId
  readonly memberId: MemberId
  readonly expiresAt: number
  readonly device: string
  readonly now: number
}

export async function insertSession(db: Connection, { id, memberId, expiresAt, device, now }: NewSession) {
  await db
    .insertInto('sessions')
    .values({ id, member_id: memberId, expires_at: expiresAt, device, seen_at: now })
    .execute()
}

export async function updateLastSeen(db: Connection, id: SessionId, now: number): Promise<void> {
  await db.updateTable('sessions').set({ seen_at: now }).where('id', '=', id).execute()
}

export const SESSIONS_CURSOR = cursorCodec('sessions', { id: ID_CODEC })

export function listSessions(db: Connection, member: MemberId, now: number, page: PageRequest<{ id: number }>) {
  const { limit, after } = page
  return db
    .selectFrom('sessions')
    .select(['id', 'device', 'seen_at'])
    .where('member_id', '=', member)
    .where('expires_at', '>=', now)
    .$if(after !== null, (query) => query.where('id', '<', (after?.id ?? 0) as SessionId))
    .orderBy('id', 'desc')
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

/** Deletes sessions whose tokens have expired. */
export async function deleteExpiredSessions(db: Connection, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
}
