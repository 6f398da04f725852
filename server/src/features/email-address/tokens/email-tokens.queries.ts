import type { Connection } from '../../../database/database.ts'
import { isPostgres } from '../../../database/engine.ts'
import { isIn } from '../../../database/in-list.ts'
import type { MemberId, SessionId } from '../../../database/schema.ts'

export interface NewEmailToken {
  readonly tokenHash: string
  readonly member: MemberId
  readonly address: string
  readonly now: number
  readonly expiresAt: number
  /** Who asked for another address; null for the present one. */
  readonly session: SessionId | null
}

export async function insertEmailToken(transaction: Connection, token: NewEmailToken): Promise<void> {
  const { tokenHash, member, address, now, expiresAt, session } = token
  const times = { created_at: now, expires_at: expiresAt }
  const row = { token_hash: tokenHash, member_id: member, address, session_id: session, ...times }
  await transaction.insertInto('email_tokens').values(row).execute()
}

/** Uses up the token: of two requests with it, only one gets the member. */
export async function consumeEmailToken(transaction: Connection, tokenHash: string, now: number) {
  return transaction
    .deleteFrom('email_tokens')
    .where('token_hash', '=', tokenHash)
    .where('expires_at', '>=', now)
    .returning(['member_id as member', 'address', 'session_id as session'])
    .executeTakeFirst()
}

/** The links that are kept, some of which are not valid any more; newest first. */
export function listEmailTokens(db: Connection, member: MemberId, limit: number) {
  return db
    .selectFrom('email_tokens')
    .select(['address', 'created_at', 'expires_at', 'session_id as session'])
    .where('member_id', '=', member)
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
}

export async function deleteEmailTokensBefore(transaction: Connection, member: MemberId, time: number): Promise<void> {
  await transaction.deleteFrom('email_tokens').where('member_id', '=', member).where('created_at', '<', time).execute()
}

/**
 * From now on no links of the member are valid but those to this address and the present one; without an address, none.
 */
export async function endEmailTokens(transaction: Connection, member: MemberId, but: string | null): Promise<void> {
  await transaction
    .updateTable('email_tokens')
    .set({ expires_at: 0 })
    .where('member_id', '=', member)
    .$if(but !== null, (query) =>
      query
        .where('address', '<>', but ?? '')
        .where('address', '<>', (eb) => eb.selectFrom('members').select('email').where('id', '=', member)),
    )
    .execute()
}

/** From now on no change of the address is valid that another session has asked for. */
export async function endEmailTokensOfOthers(
  transaction: Connection,
  member: MemberId,
  session: SessionId,
): Promise<void> {
  await transaction
    .updateTable('email_tokens')
    .set({ expires_at: 0 })
    .where('member_id', '=', member)
    .where('session_id', '<>', session)
    .execute()
}

/** From now on no link of these members is valid. */
export async function endAllEmailTokens(transaction: Connection, members: readonly MemberId[]): Promise<void> {
  await transaction
    .updateTable('email_tokens')
    .set({ expires_at: 0 })
    .where(isIn(transaction, 'member_id', members))
    .execute()
}

const emailOf = (db: Connection, member: MemberId) =>
  db
    .selectFrom('members')
    .select(['id', 'username', 'email', 'email_confirmed_at as confirmedAt', 'is_shared as isShared'])
    .select(['locale', 'seen_locale'])
    .where('id', '=', member)
    .where('deleted_at', 'is', null)

export function findEmail(db: Connection, member: MemberId) {
  return emailOf(db, member).executeTakeFirst()
}

/** The same, locked until the transaction ends. */
export function lockEmail(transaction: Connection, member: MemberId) {
  return emailOf(transaction, member)
    .$if(isPostgres(transaction), (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
}

export async function setEmail(
  transaction: Connection,
  member: MemberId,
  email: string,
  confirmedAt: number | null,
): Promise<void> {
  const row = { email, email_confirmed_at: confirmedAt }
  await transaction.updateTable('members').set(row).where('id', '=', member).execute()
}

/** @returns false if the member has another address by now, or has confirmed it before */
export async function setEmailConfirmed(transaction: Connection, member: MemberId, email: string, now: number) {
  const { numUpdatedRows } = await transaction
    .updateTable('members')
    .set({ email_confirmed_at: now })
    .where('id', '=', member)
    .where('email', '=', email)
    .where('email_confirmed_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
