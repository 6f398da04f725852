import type { Member, SignInMethod } from '@quack/contract'
import { EMBED_DEFAULT, TOKEN_SECONDS, TOKEN_SECONDS_KEPT } from '@quack/contract/rules/limits'
import type { Locale } from '@quack/contract/rules/locales'
import type { Connection, Database } from '../../database/database.ts'
import type { MemberId, SessionId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { recordAccountEvent } from '../account-events/account-events.service.ts'
import { sendConfirmation } from '../email-address/tokens/confirmation.ts'
import { lockEmail } from '../email-address/tokens/email-tokens.queries.ts'
import { mailQueueOf } from '../mails/mail-queue.ts'
import { getMember } from '../members/members.hydrate.ts'
import { isInForce } from '../moderation/decisions/suspension.queries.ts'
import { readHidden } from '../visibility/visibility.queries.ts'
import * as queries from './sessions.queries.ts'
import type { Tokens } from './tokens.ts'

export interface SignedIn {
  readonly memberId: MemberId
  readonly encodedToken: string
}

export interface SignInOptions {
  readonly device: string
  /** Of the page; empty if it is not known. */
  readonly locale: Locale | ''
  readonly method: SignInMethod
  readonly keepSignedIn: boolean
}

/**
 * What follows once a member has proved who they are, within the transaction that has locked them (lockCredentials).
 */
export type Enter<T> = (transaction: Connection, member: queries.LockedMember, method: SignInMethod) => Promise<T>

/**
 * For whoever signs in or lets an app do so. Who was deleted, or waits for approval, has no row to lock.
 * @throws accountSuspended, emailUnconfirmed. Call it only for someone who has proved who they are
 */
export function requireEntry(db: Database, member: queries.LockedMember): void {
  if (isInForce(member, Date.now())) throw new AppError('accountSuspended')
  requireConfirmedEmail(db, member)
}

/** The last step of a sign-in. @throws accountSuspended, emailUnconfirmed */
export async function signIn(
  db: Database,
  tokens: Tokens,
  transaction: Connection,
  member: queries.LockedMember,
  { device, locale, method, keepSignedIn }: SignInOptions,
): Promise<SignedIn> {
  requireEntry(db, member)
  const lifeSeconds = keepSignedIn ? TOKEN_SECONDS_KEPT : TOKEN_SECONDS
  const isNewDevice = !(await queries.isKnownDevice(transaction, member.id, device))
  const signedIn = await openSession(db, tokens, transaction, member, { lifeSeconds, device, method })
  if (locale !== '' && locale !== member.seen_locale) await queries.noteLocale(transaction, member.id, locale)
  // The guest's account is used by many, who do not need to know of each other.
  if (member.is_shared === 0) await recordSignIn(db, transaction, member.id, { device, method, isNewDevice })
  return signedIn
}

/** Sends the link again, after the refusal, which undoes the transaction. @throws emailUnconfirmed */
function requireConfirmedEmail(db: Database, member: queries.LockedMember): void {
  const queue = mailQueueOf(db)
  if (!queue?.isConfirmationRequired || member.is_shared === 1 || member.email_confirmed_at !== null) return
  const sending = db.write(async (transaction) => {
    const present = await lockEmail(transaction, member.id)
    if (present) await sendConfirmation(transaction, queue, { ...present, address: present.email, session: null })
  })
  queue.inBackground(sending)
  throw new AppError('emailUnconfirmed')
}

/** A member who has just signed up. */
export async function signInFirst(
  db: Database,
  tokens: Tokens,
  transaction: Connection,
  member: { id: MemberId; username: string },
  device: string,
): Promise<SignedIn> {
  const method = 'password'
  const signedIn = await openSession(db, tokens, transaction, member, { lifeSeconds: TOKEN_SECONDS, device, method })
  await recordSignIn(db, transaction, member.id, { device, method, isNewDevice: false })
  return signedIn
}

function recordSignIn(
  db: Database,
  transaction: Connection,
  memberId: MemberId,
  { device, method, isNewDevice }: { device: string; method: SignInMethod; isNewDevice: boolean },
): Promise<void> {
  return recordAccountEvent(db, transaction, { memberId, kind: 'signedIn', device, detail: method, isNewDevice })
}

async function openSession(
  db: Database,
  tokens: Tokens,
  transaction: Connection,
  member: { id: MemberId; username: string },
  { lifeSeconds, device, method }: { lifeSeconds: number; device: string; method: SignInMethod },
): Promise<SignedIn> {
  const sessionId = db.ids.next<SessionId>()
  const now = Date.now()
  const expiresAt = now + lifeSeconds * 1_000
  await queries.insertSession(transaction, { id: sessionId, memberId: member.id, expiresAt, device, method, now })
  const claims = { _id: String(member.id), username: member.username, sid: String(sessionId) }
  return { memberId: member.id, encodedToken: tokens.sign(claims, lifeSeconds) }
}

/** The member's own record, for the answer to a sign-up or sign-in. */
export async function ownRecord(db: Database, id: MemberId): Promise<Member> {
  return getMember(db.read, id, { viewer: id, embed: EMBED_DEFAULT, hidden: await readHidden(db.read, id) })
}
