import type { Decision } from '@quack/contract'
import type { Database } from '../../../database/database.ts'
import { AppError } from '../../../http/errors/errors.ts'
import { timestamp } from '../../../reading/timestamp.ts'
import { mediaAddressesOf } from '../../media/records/media-addresses.ts'
import { isPasswordRight } from '../../passwords/passwords.ts'
import { findCredentials } from '../../sessions/sessions.queries.ts'
import { findSuspending } from '../decisions/decisions.queries.ts'
import { findSuspension } from '../decisions/suspension.queries.ts'
import { appeal } from './reports.service.ts'
import { decisionView } from './reports.view.ts'

interface Suspension {
  readonly suspendedUntil: string | null
  readonly decision: Decision | null
}

/**
 * For suspended members, who cannot sign in but know their password.
 * @throws usernameUnknown, credentialsInvalid, notSuspended, decisionUnknown, appealedAlready
 */
export async function readSuspension(
  db: Database,
  { username, password, appeal: text }: { username: string; password: string; appeal?: string },
): Promise<Suspension> {
  const found = await findCredentials(db.read, username)
  const isRight = await isPasswordRight(found?.password_hash ?? null, password)
  if (!found) throw new AppError('usernameUnknown')
  if (!isRight) throw new AppError('credentialsInvalid')
  const suspension = await findSuspension(db.read, found.id)
  if (!suspension) throw new AppError('notSuspended')
  const row = await findSuspending(db.read, found.id)
  const signed = mediaAddressesOf(db.read).signed()
  const until = suspension.suspended_until
  const suspendedUntil = until === null ? null : timestamp(until)
  if (text === undefined) return { suspendedUntil, decision: row ? decisionView(row, signed) : null }
  if (!row) throw new AppError('decisionUnknown')
  return { suspendedUntil, decision: decisionView(await appeal(db, found.id, String(row.id), text), signed) }
}
