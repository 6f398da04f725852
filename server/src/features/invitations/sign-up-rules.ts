import { createHash } from 'node:crypto'
import type { SignUpRule } from '@quack/contract'
import { isBlank } from '@quack/contract/rules/text'
import type { Insertable } from 'kysely'
import type { Connection } from '../../database/database.ts'
import type { ApplicationId, MemberId, Schema } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { findByUsername, insertApplication } from './applications.queries.ts'
import { useInvitation } from './invitations.queries.ts'

export interface SignUpTicket {
  readonly invitation?: string
  readonly signUpAnswer?: string
}

export const hashInvitation = (token: string): string => createHash('sha256').update(token).digest('hex')

/**
 * Whether a sign-up makes a member now, or an application. Where sign-ups need approval or an invitation, a given
 * invitation loses a use.
 * @throws signUpClosed, invitationNeeded, invitationInvalid, signUpAnswerMissing
 */
export async function admit(
  transaction: Connection,
  { mode, question }: SignUpRule,
  { invitation, signUpAnswer = '' }: SignUpTicket,
): Promise<'member' | 'application'> {
  if (mode === 'open') return 'member'
  if (mode === 'closed') throw new AppError('signUpClosed')
  if (invitation) {
    if (!(await useInvitation(transaction, hashInvitation(invitation), Date.now()))) {
      throw new AppError('invitationInvalid')
    }
    return 'member'
  }
  if (mode === 'invitation') throw new AppError('invitationNeeded')
  if (question !== '' && isBlank(signUpAnswer)) throw new AppError('signUpAnswerMissing')
  return 'application'
}

/** Stores a sign-up that waits for approval. @throws usernameTaken */
export async function apply(
  transaction: Connection,
  row: Insertable<Schema['members']>,
  answer: string,
): Promise<void> {
  const isStored = await insertApplication(transaction, {
    id: row.id as MemberId as number as ApplicationId,
    username: row.username,
    username_key: row.username_key,
    first_name: row.first_name,
    last_name: row.last_name,
    email: row.email,
    password_hash: row.password_hash,
    avatar_url: row.avatar_url,
    extra: row.extra ?? '{}',
    answer: answer.trim(),
  })
  if (!isStored) throw new AppError('usernameTaken')
}

/** Refuses the name of an application that waits. @throws usernameTaken */
export async function requireNoApplication(db: Connection, username: string): Promise<void> {
  const found = await findByUsername(db, username)
  if (found && found.rejected_at === null) throw new AppError('usernameTaken')
}

/** What somebody is told who logs in with the name and the password of an application. */
export function refusalOf(application: { rejected_at: number | null; reason: string }): AppError {
  if (application.rejected_at === null) return new AppError('signUpWaits')
  return new AppError('signUpRejected', `Your sign-up was not accepted: ${application.reason}`)
}
