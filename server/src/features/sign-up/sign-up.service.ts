import { ENDPOINTS } from '@quack/contract'
import { DEFAULT_AVATARS } from '@quack/contract/rules/avatars'
import { EXTRA_FIELDS_MAX_BYTES } from '@quack/contract/rules/limits'
import type { Locale } from '@quack/contract/rules/locales'
import type { Connection, Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { sendConfirmation } from '../email-address/tokens/confirmation.ts'
import { findSignUpRule } from '../installation/installation.service.ts'
import { admit, apply, requireNoApplication } from '../invitations/sign-up-rules.ts'
import { mailQueueOf } from '../mails/mail-queue.ts'
import { readableAddress } from '../mails/readable-address.ts'
import { unsignedUrl } from '../media/records/media.view.ts'
import { insertMember } from '../members/members.queries.ts'
import { requireAvatar } from '../members/members.service.ts'
import { recordAudit } from '../moderation/audit/audit.queries.ts'
import { hashPassword } from '../passwords/passwords.ts'
import * as queries from '../sessions/sessions.queries.ts'
import { isLikeStaff, isPath, isReserved } from './reserved-names.ts'

export interface SignUp {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly username: string
  readonly password: string
  readonly confirmPassword?: string
  readonly avatarURL?: string
  readonly invitation?: string
  readonly signUpAnswer?: string
}

/** What follows for a new member, within the transaction that makes them. */
export type EnterFirst<T> = (transaction: Connection, member: { id: MemberId; username: string }) => Promise<T>

/**
 * @throws usernameTaken, usernameReserved, passwordMismatch, extraFieldsTooLarge, avatarUrlInvalid, unavailable;
 * signUpWaits if the sign-up is stored and has to be approved; emailUnconfirmed if it is stored and the address has to
 * be confirmed; and what `admit` and `enter` throw
 */
export async function signUp<T extends object>(
  db: Database,
  input: SignUp,
  locale: Locale | '',
  enter: EnterFirst<T>,
): Promise<T> {
  if (input.confirmPassword !== undefined && input.confirmPassword !== input.password) {
    throw new AppError('passwordMismatch')
  }
  if (isReserved(input.username)) throw new AppError('usernameReserved')
  const extra = extraFieldsOf(input)
  const avatar = unsignedUrl(input.avatarURL || defaultAvatar(input.username))
  // Hashing is expensive, so a username that is obviously taken is refused first. The insert decides.
  if (await queries.findCredentials(db.read, input.username)) throw new AppError('usernameTaken')
  if (await isLikeStaff(db.read, input.username)) throw new AppError('usernameReserved')
  const signUpRule = await findSignUpRule(db.read)
  if (signUpRule.mode === 'closed') throw new AppError('signUpClosed')
  const passwordHash = await hashPassword(input.password)
  const email = readableAddress(input.email)

  const signedIn = await db.write(async (transaction): Promise<T | 'signUpWaits' | 'emailUnconfirmed'> => {
    const id = db.ids.next<MemberId>()
    await requireAvatar(transaction, id, avatar)
    const row = {
      id,
      username: input.username,
      username_key: input.username.toLowerCase(),
      first_name: input.firstName.trim(),
      last_name: input.lastName.trim(),
      email,
      password_hash: passwordHash,
      avatar_url: avatar,
      extra,
      seen_locale: locale,
      updated_at: Date.now(),
    }
    if ((await admit(transaction, signUpRule, input)) === 'application') {
      await apply(transaction, row, input.signUpAnswer ?? '')
      return 'signUpWaits'
    }
    await requireNoApplication(transaction, input.username)
    if (!(await insertMember(transaction, row))) throw new AppError('usernameTaken')
    const queue = mailQueueOf(db)
    const { username } = input
    const recipient = { id, username, locale: '', seen_locale: locale, address: email, session: null } as const
    if (queue) await sendConfirmation(transaction, queue, recipient)
    if (queue?.isConfirmationRequired) return 'emailUnconfirmed'
    return enter(transaction, { id, username: input.username })
  })
  if (typeof signedIn === 'string') throw new AppError(signedIn)
  return signedIn
}

/** Whether a sign-up that was refused is stored all the same. */
export function isStored(refusal: unknown): boolean {
  return refusal instanceof AppError && (refusal.code === 'signUpWaits' || refusal.code === 'emailUnconfirmed')
}

interface NewMember {
  readonly username: string
  readonly firstName: string
  readonly lastName: string
  readonly email: string
}

/**
 * For the operator, who may give reserved names. The member has no password until they set one by a one-time link.
 * @throws usernameReserved for a name that is a path; usernameTaken
 */
export async function createMember(
  db: Database,
  { username, firstName, lastName, email }: NewMember,
): Promise<MemberId> {
  if (isPath(username)) throw new AppError('usernameReserved')
  return db.write(async (transaction) => {
    const id = db.ids.next<MemberId>()
    await requireNoApplication(transaction, username)
    const isNew = await insertMember(transaction, {
      id,
      username,
      username_key: username.toLowerCase(),
      first_name: firstName,
      last_name: lastName,
      email: readableAddress(email),
      password_hash: '',
      avatar_url: defaultAvatar(username),
      updated_at: Date.now(),
    })
    if (!isNew) throw new AppError('usernameTaken')
    await recordAudit(db, transaction, [{ actor: null, action: 'create', kind: 'member', target: id }])
    return id
  })
}

export async function logOut(db: Database, viewer: Viewer): Promise<void> {
  await db.write((transaction) => {
    return queries.deleteSession(transaction, viewer.id, viewer.sessionId)
  })
}

/** Names of a member's fields, and of those in the forms to sign up and log in. They are no extra fields. */
const OWN_FIELDS = new Set([
  ...[ENDPOINTS.getMember.answer.properties.user, ENDPOINTS.signUp.body, ENDPOINTS.logIn.body].flatMap(
    ({ properties }) => Object.keys(properties),
  ),
  ...['id', 'passwordHash', ...Object.getOwnPropertyNames(Object.prototype)],
])

/** The extra fields of a sign-up, as JSON. @throws extraFieldsTooLarge */
function extraFieldsOf(input: object): string {
  const extra = JSON.stringify(Object.fromEntries(Object.entries(input).filter(([key]) => !OWN_FIELDS.has(key))))
  if (Buffer.byteLength(extra) > EXTRA_FIELDS_MAX_BYTES) throw new AppError('extraFieldsTooLarge')
  return extra
}

/** One of the default avatars, derived from the username. */
function defaultAvatar(username: string): string {
  let sum = 0
  for (const letter of username.toLowerCase()) sum += letter.charCodeAt(0)
  return DEFAULT_AVATARS[sum % DEFAULT_AVATARS.length] ?? DEFAULT_AVATARS[0]
}
