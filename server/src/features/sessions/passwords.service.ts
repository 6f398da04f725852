import { createHash, randomBytes } from 'node:crypto'
import { RESET_SECONDS } from '@quack/contract/limits'
import type { Connection, Database } from '../../database/database.ts'
import type { MemberId, SessionId } from '../../database/schema.ts'
import { AppError } from '../../http/errors.ts'
import { updateMember } from '../members/members.queries.ts'
import * as resets from './password-resets.queries.ts'
import { hashPassword, isPasswordRight } from './passwords.ts'
import { deleteSessions, findPasswordHash } from './sessions.queries.ts'

/** @throws passwordWrong, unavailable */
export async function requirePassword(db: Database, member: MemberId, password: string): Promise<void> {
  const present = await findPasswordHash(db.read, member)
  if (!(await isPasswordRight(present, password))) throw new AppError('passwordWrong')
}

/**
 * Sets a new password. All sessions of the member end, and links that would set another one are void.
 * @param keep the one session that goes on
 */
export async function changePassword(
  db: Database,
  member: MemberId,
  password: string,
  keep: SessionId | null = null,
): Promise<void> {
  const hash = await hashPassword(password)
  await db.write((transaction) => {
    return setPassword(transaction, member, hash, keep)
  })
}

/** Every token of the member is refused from then on. */
export function revokeAllSessions(db: Database, member: MemberId, keep: SessionId | null = null): Promise<void> {
  return db.write((transaction) => {
    return deleteSessions(transaction, member, keep)
  })
}

/** @returns the token of a link that sets the member's password once, within a day */
export async function createPasswordReset(db: Database, member: MemberId): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = Date.now() + RESET_SECONDS * 1_000
  await db.write((transaction) => {
    return resets.insertReset(transaction, { tokenHash: hashToken(token), memberId: member, expiresAt })
  })
  return token
}

/**
 * Sets a new password by the token of a one-time link. What is wrong with a bad token is not told.
 * @throws resetTokenInvalid, unavailable
 */
export async function resetPassword(db: Database, token: string, password: string): Promise<void> {
  const tokenHash = hashToken(token)
  // Hashing is dear: a token that is plainly bad is refused before it. The transaction decides.
  if (!(await resets.hasReset(db.read, tokenHash, Date.now()))) throw new AppError('resetTokenInvalid')
  const hash = await hashPassword(password)
  await db.write(async (transaction) => {
    const member = await resets.takeReset(transaction, tokenHash, Date.now())
    if (member === null) throw new AppError('resetTokenInvalid')
    await setPassword(transaction, member, hash, null)
  })
}

async function setPassword(transaction: Connection, member: MemberId, hash: string, keep: SessionId | null) {
  await updateMember(transaction, member, { password_hash: hash })
  await deleteSessions(transaction, member, keep)
  await resets.deleteResets(transaction, member)
}

/** A copy of the database must not open accounts: only this is kept. The token is random, so a plain hash will do. */
function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url')
}
