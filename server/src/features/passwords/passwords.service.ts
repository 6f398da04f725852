import { randomBytes } from 'node:crypto'
import { RESET_SECONDS } from '@quack/contract/rules/limits'
import type { Connection, Database } from '../../database/database.ts'
import type { MemberId, SessionId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { recordAccountEvent } from '../account-events/account-events.service.ts'
import { hashToken } from '../email-address/tokens/confirmation.ts'
import { setEmailConfirmed } from '../email-address/tokens/email-tokens.queries.ts'
import { updateMember } from '../members/members.queries.ts'
import { recordAudit } from '../moderation/audit/audit.queries.ts'
import { deleteSessions, findPasswordHash } from '../sessions/sessions.queries.ts'
import * as resets from './password-resets.queries.ts'
import { hashPassword, isPasswordRight } from './passwords.ts'
import { deletePasskeys, endPending } from './pending.ts'

/** Decides in a transaction whether the viewer may make a change. @throws if not */
export type Authorise = (transaction: Connection) => Promise<void>

/** @returns the present hash. @throws passwordWrong, unavailable */
export async function requirePassword(db: Database, member: MemberId, password: string): Promise<string> {
  const present = await findPasswordHash(db.primary, member)
  if (!(await isPasswordRight(present, password))) throw new AppError('passwordWrong')
  return present ?? ''
}

/**
 * Sets a new password. All other sessions of the member end, with everything that was begun before.
 * @param authorise throws if the viewer may not do it
 * @throws unavailable, and what `authorise` throws
 */
export async function changePassword(
  db: Database,
  viewer: Viewer,
  { password, authorise, device }: { password: string; authorise: Authorise; device: string },
): Promise<void> {
  const hash = await hashPassword(password)
  await db.write(async (transaction) => {
    await authorise(transaction)
    const kind = (await findPasswordHash(transaction, viewer.id)) === '' ? 'passwordSet' : 'passwordChanged'
    await setPassword(transaction, viewer.id, hash, viewer.sessionId)
    await recordAccountEvent(db, transaction, { memberId: viewer.id, kind, device })
  })
}

/** For the operator. @returns the token of a one-time link that sets the member's password within a day */
export async function createPasswordReset(db: Database, member: MemberId): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  const expiresAt = Date.now() + RESET_SECONDS * 1_000
  await db.write(async (transaction) => {
    await resets.insertReset(transaction, { tokenHash: hashToken(token), memberId: member, expiresAt, address: null })
    await recordAudit(db, transaction, [{ actor: null, action: 'reset-password', kind: 'member', target: member }])
  })
  return token
}

/** @returns the token of a one-time link that is sent to the member's address */
export async function insertMailedReset(
  transaction: Connection,
  reset: { readonly memberId: MemberId; readonly address: string; readonly expiresAt: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await resets.insertReset(transaction, { ...reset, tokenHash: hashToken(token) })
  return token
}

/**
 * Sets a new password by the token of a one-time link. The refusal does not say why a token is invalid.
 * @throws resetTokenInvalid, unavailable
 */
export async function resetPassword(db: Database, token: string, password: string, device: string): Promise<void> {
  const tokenHash = hashToken(token)
  // Hashing is expensive, so obviously invalid tokens are refused first. The transaction decides.
  if (!(await resets.hasReset(db.read, tokenHash, Date.now()))) throw new AppError('resetTokenInvalid')
  const hash = await hashPassword(password)
  await db.write(async (transaction) => {
    const reset = await resets.consumeReset(transaction, tokenHash, Date.now())
    if (!reset) throw new AppError('resetTokenInvalid')
    const { member, address } = reset
    // Whoever has a link that was mailed reads the mails there.
    const isFirst = address !== null && (await setEmailConfirmed(transaction, member, address, Date.now()))
    // Until now, nothing has shown that the account belongs to whoever reads the mails there. A link of the operator
    // shows nothing about the address, and goes to whom the operator knows. Without mail, no address is ever confirmed,
    // and each forgotten password would cost all passkeys. The operator removes them with `reset-factors`.
    if (isFirst) await deletePasskeys(transaction, member)
    await setPassword(transaction, member, hash, null)
    await recordAccountEvent(db, transaction, { memberId: member, kind: 'passwordReset', device })
  })
}

/** @param hash empty to remove the password; @param keep the session that stays valid */
export async function setPassword(transaction: Connection, member: MemberId, hash: string, keep: SessionId | null) {
  await updateMember(transaction, member, { password_hash: hash })
  await deleteSessions(transaction, member, keep)
  await endPending(transaction, [member])
}
