import type { Connection } from '../../database/database.ts'
import { isIn } from '../../database/in-list.ts'
import type { MemberId } from '../../database/schema.ts'

export interface NewReset {
  readonly tokenHash: string
  readonly memberId: MemberId
  readonly expiresAt: number
  /** Where it is sent; null if the operator passes it on. */
  readonly address: string | null
}

export async function insertReset(
  db: Connection,
  { tokenHash, memberId, expiresAt, address }: NewReset,
): Promise<void> {
  const row = { token_hash: tokenHash, member_id: memberId, expires_at: expiresAt, address }
  await db.insertInto('password_resets').values(row).execute()
}

export async function hasReset(db: Connection, tokenHash: string, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('password_resets')
    .select('member_id')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>=', now)
    .executeTakeFirst()
  return row !== undefined
}

/** Uses up the token: of two requests with it, only one gets the member. Undefined if it is not valid. */
export async function consumeReset(db: Connection, tokenHash: string, now: number) {
  return db
    .deleteFrom('password_resets')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>=', now)
    .returning(['member_id as member', 'address'])
    .executeTakeFirst()
}

export async function deleteResets(db: Connection, members: readonly MemberId[]): Promise<void> {
  await db
    .deleteFrom('password_resets')
    .where(isIn(db, 'member_id', members))
    .execute()
}
