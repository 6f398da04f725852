import type { Connection } from '../../database/database.ts'
import type { MemberId, SessionId } from '../../database/schema.ts'

export async function findCredentials(db: Connection, username: string) {
  return db
    .selectFrom('members')
    .select(['id', 'username', 'password_hash'])
    .where('username_key', '=', username.toLowerCase())
    .executeTakeFirst()
}

/** The member of a token and whether its session still stands; undefined when the member is gone. */
export async function findSession(db: Connection, memberId: MemberId, sessionId: SessionId) {
  return db
    .selectFrom('members')
    .leftJoin('sessions', (join) =>
      join.onRef('sessions.member_id', '=', 'members.id').on('sessions.id', '=', sessionId),
    )
    .select(['members.id as memberId', 'members.username', 'sessions.id as sessionId'])
    .where('members.id', '=', memberId)
    .executeTakeFirst()
}

export async function insertSession(db: Connection, id: SessionId, memberId: MemberId, expiresAt: number) {
  await db.insertInto('sessions').values({ id, member_id: memberId, expires_at: expiresAt }).execute()
}

export async function deleteSession(db: Connection, id: SessionId): Promise<void> {
  await db.deleteFrom('sessions').where('id', '=', id).execute()
}

/** Sessions whose tokens have expired say nothing any more. */
export async function deleteExpiredSessions(db: Connection, now: number): Promise<void> {
  await db.deleteFrom('sessions').where('expires_at', '<', now).execute()
}
