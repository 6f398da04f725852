import { GUEST } from '@quack/contract/rules/demo'
import type { Database } from '../../../database/database.ts'
import type { MemberId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { recordAccountEvent } from '../../account-events/account-events.service.ts'
import { findByUsername } from '../../invitations/applications.queries.ts'
import { refusalOf } from '../../invitations/sign-up-rules.ts'
import { isPasswordRight } from '../../passwords/passwords.ts'
import type { Seal } from '../../secrets/sealed.ts'
import { findCredentials, lockCredentials } from '../../sessions/sessions.queries.ts'
import type { Enter } from '../../sessions/start-session.ts'
import { hasFactor, passFactor } from '../factor/factor.service.ts'

export interface LogIn {
  readonly username: string
  readonly password: string
  readonly code?: string
}

export interface LogInOptions {
  readonly device: string
  /** Whether the demo's guest may sign in. */
  readonly guestLogin: boolean
  readonly seal: Seal
  /** Counts an attempt of a code. @returns whether it is the last one for a while. Throws if there were too many */
  readonly countCode: (member: MemberId) => Promise<boolean>
}

/** These credentials are public. With the demo off they must not work, even if a member has this username. */
function areGuestCredentials(input: LogIn): boolean {
  return input.username.toLowerCase() === GUEST.username && input.password === GUEST.password
}

/**
 * By password, and by a code if the member has a second factor. The code is only looked at if the password is right, so
 * that nobody else uses up the attempts.
 * @param enter signs the member in, or lets an app do so
 * @throws usernameUnknown, credentialsInvalid, codeNeeded, codeWrong, unavailable; signUpWaits, signUpRejected; and
 * what `countCode` and `enter` throw
 */
export async function logIn<T>(db: Database, input: LogIn, options: LogInOptions, enter: Enter<T>): Promise<T> {
  const { device, guestLogin, seal, countCode } = options
  const { code } = input
  // Both for every name, so that the time tells nothing.
  const [found, waiting] = await Promise.all([
    findCredentials(db.read, input.username),
    findByUsername(db.read, input.username),
  ])
  const application = found ? undefined : waiting
  const isRight = await isPasswordRight((found ?? application)?.password_hash ?? null, input.password)
  if (application) throw isRight ? refusalOf(application) : new AppError('credentialsInvalid')
  if (!found) throw new AppError('usernameUnknown')
  if (!isRight || (!guestLogin && (found.is_shared === 1 || areGuestCredentials(input))))
    throw new AppError('credentialsInvalid')
  const isLastCode = code !== undefined && (await hasFactor(db.primary, found.id)) && (await countCode(found.id))
  const signingIn = db.write(async (transaction) => {
    // The password may have changed while this one was being checked.
    const member = await lockCredentials(transaction, found.id)
    if (member?.password_hash !== found.password_hash) throw new AppError('credentialsInvalid')
    const method = await passFactor(db, transaction, member.id, { code, seal, device })
    return enter(transaction, member, method)
  })
  return isLastCode ? recordIfRefused(db, signingIn, found.id, device) : signingIn
}

/** Somebody has the password and guesses codes: the member is told. The refusal has undone its own transaction. */
async function recordIfRefused<T>(db: Database, signingIn: Promise<T>, memberId: MemberId, device: string): Promise<T> {
  try {
    return await signingIn
  } catch (error) {
    if (error instanceof AppError && error.code === 'codeWrong')
      await db.write(async (transaction) => {
        if (!(await lockCredentials(transaction, memberId))) return
        await recordAccountEvent(db, transaction, { memberId, kind: 'codesRefused', device })
      })
    throw error
  }
}
