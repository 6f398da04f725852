import type { OwnEmail } from '@quack/contract'
import type { Connection, Database } from '../../database/database.ts'
import type { MemberId, SessionId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { requireOwn, type Viewer } from '../../reading/viewer.ts'
import { recordAccountEvent } from '../account-events/account-events.service.ts'
import { mailQueueOf } from '../mails/mail-queue.ts'
import { recordAudit } from '../moderation/audit/audit.queries.ts'
import { deleteResets } from '../passwords/password-resets.queries.ts'
import { requireRecent } from '../passwords/recent.ts'
import { hasSession } from '../sessions/sessions.queries.ts'
import { hashToken, sendConfirmation } from './tokens/confirmation.ts'
import * as queries from './tokens/email-tokens.queries.ts'

interface Pending {
  readonly address: string
  readonly session: SessionId
}

/** Another address that a member asked for and has not confirmed yet. It ends with the session that asked. */
async function findPending(db: Connection, member: MemberId, present: string): Promise<Pending | null> {
  const [newest] = await queries.listEmailTokens(db, member, 1)
  if (!newest || newest.address === present || newest.expires_at <= Date.now()) return null
  const { address, session } = newest
  return session !== null && (await hasSession(db, member, session)) ? { address, session } : null
}

export async function readEmail(db: Connection, viewer: Viewer): Promise<OwnEmail> {
  const row = await queries.findEmail(db, viewer.id)
  if (!row) throw new AppError('tokenInvalid')
  const { email, confirmedAt } = row
  const pending = await findPending(db, viewer.id, email)
  return { email, confirmed: confirmedAt !== null, pending: pending?.address ?? null }
}

/**
 * With mail, sends a link to the new address and tells the present one, if that is confirmed; without it, the address
 * changes at once. The present address again takes a change back that is not confirmed.
 * @throws guestFixed, confirmationNeeded, tokenInvalid, tooManyMails
 */
export async function changeEmail(db: Database, viewer: Viewer, email: string, device: string): Promise<OwnEmail> {
  requireOwn(viewer)
  const queue = mailQueueOf(db)
  return db.write(async (transaction) => {
    await requireRecent(transaction, viewer)
    const member = await queries.lockEmail(transaction, viewer.id)
    if (!member) throw new AppError('tokenInvalid')
    const { id } = member
    if (email === member.email) await queries.endEmailTokens(transaction, id, email)
    else if (queue === null) await replaceEmail(db, transaction, { id, email, device, confirmedAt: null })
    else {
      const sent = await sendConfirmation(transaction, queue, { ...member, address: email, session: viewer.sessionId })
      if (sent === 'tooMany') throw new AppError('tooManyMails')
      if (sent === 'sent') {
        await recordAccountEvent(db, transaction, { memberId: id, kind: 'emailChangeAsked', device, detail: email })
      }
    }
    return readEmail(transaction, viewer)
  })
}

/**
 * Sends the link again: to the address that waits to be confirmed, or to the present one. None is sent if
 * neither has to be confirmed, if one was sent just now, or if there were too many.
 * @throws guestFixed, mailOff
 */
export async function sendAgain(db: Database, viewer: Viewer): Promise<void> {
  requireOwn(viewer)
  const queue = mailQueueOf(db)
  if (queue === null) throw new AppError('mailOff')
  await db.write(async (transaction) => {
    const member = await queries.lockEmail(transaction, viewer.id)
    if (!member) return
    const pending = await findPending(transaction, viewer.id, member.email)
    if (pending === null && member.confirmedAt !== null) return
    await sendConfirmation(transaction, queue, { ...member, ...(pending ?? { address: member.email, session: null }) })
  })
}

/** By the token of a link: whoever has it reads the mails at its address. @throws emailTokenInvalid */
export async function confirmEmail(db: Database, token: string, device: string): Promise<void> {
  const tokenHash = hashToken(token)
  await db.write(async (transaction) => {
    const now = Date.now()
    const found = await queries.consumeEmailToken(transaction, tokenHash, now)
    const member = found && (await queries.lockEmail(transaction, found.member))
    if (!found || !member) throw new AppError('emailTokenInvalid')
    const { address, session } = found
    if (member.email === address) await queries.setEmailConfirmed(transaction, member.id, address, now)
    else if (session === null || !(await hasSession(transaction, member.id, session)))
      throw new AppError('emailTokenInvalid')
    else await replaceEmail(db, transaction, { id: member.id, email: address, device, confirmedAt: now })
  })
}

/** By the operator. @returns the address; null if it was confirmed before, or if there is no such member */
export async function confirmPresentEmail(db: Database, member: MemberId): Promise<string | null> {
  return db.write(async (transaction) => {
    const found = await queries.lockEmail(transaction, member)
    if (!found || !(await queries.setEmailConfirmed(transaction, found.id, found.email, Date.now()))) return null
    await recordAudit(db, transaction, [{ actor: null, action: 'confirm-email', kind: 'member', target: found.id }])
    return found.email
  })
}

interface Replacement {
  readonly id: MemberId
  readonly email: string
  readonly device: string
  readonly confirmedAt: number | null
}

async function replaceEmail(db: Database, transaction: Connection, { id, email, device, confirmedAt }: Replacement) {
  // First, so that the notice goes to the address that the member has had until now.
  await recordAccountEvent(db, transaction, { memberId: id, kind: 'emailChanged', device })
  await queries.setEmail(transaction, id, email, confirmedAt)
  await queries.endEmailTokens(transaction, id, null)
  // Mailed ones went to the address before.
  await deleteResets(transaction, [id])
}
