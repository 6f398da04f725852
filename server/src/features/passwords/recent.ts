import { CONFIRMED_SECONDS, CONFIRMED_SECONDS_MAX } from '@quack/contract/rules/limits'
import type { Connection, Database } from '../../database/database.ts'
import { AppError } from '../../http/errors/errors.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { lockCredentials, setConfirmed, useConfirmation } from '../sessions/sessions.queries.ts'
import { type Authorise, requirePassword } from './passwords.service.ts'

const CONFIRMED_MS = CONFIRMED_SECONDS * 1_000
const CONFIRMED_MS_MAX = CONFIRMED_SECONDS_MAX * 1_000

/**
 * For changes that the thief of a session must not make: the session was signed in or confirmed within 15 minutes. This
 * use of it counts too, up to an hour.
 * @throws confirmationNeeded
 */
export async function requireRecent(transaction: Connection, viewer: Pick<Viewer, 'id' | 'sessionId'>): Promise<void> {
  const now = Date.now()
  const { id: memberId, sessionId: id } = viewer
  const since = { usedSince: now - CONFIRMED_MS, provedSince: now - CONFIRMED_MS_MAX }
  if (!(await useConfirmation(transaction, { id, memberId, now, ...since }))) throw new AppError('confirmationNeeded')
}

/** From now on the session is confirmed. @returns until when. @throws tokenInvalid if it has ended */
export async function confirm(transaction: Connection, viewer: Viewer): Promise<number> {
  const now = Date.now()
  const { id: memberId, sessionId: id } = viewer
  if (!(await setConfirmed(transaction, { id, memberId, now }))) throw new AppError('tokenInvalid')
  return confirmedUntil({ usedAt: now, provedAt: now })
}

export function confirmedUntil({ usedAt, provedAt }: { usedAt: number; provedAt: number }): number {
  return Math.min(usedAt + CONFIRMED_MS, provedAt + CONFIRMED_MS_MAX)
}

/**
 * Checks a password outside of a transaction, because that takes long.
 * @returns confirms the session; it throws passwordWrong if the password has changed meanwhile, and what `confirm`
 * throws
 * @throws passwordWrong, unavailable
 */
export async function confirmByPassword(
  db: Database,
  viewer: Viewer,
  password: string,
): Promise<(transaction: Connection) => Promise<number>> {
  const checked = await requirePassword(db, viewer.id, password)
  return async (transaction) => {
    const present = await lockCredentials(transaction, viewer.id)
    if (present?.password_hash !== checked) throw new AppError('passwordWrong')
    return confirm(transaction, viewer)
  }
}

/**
 * For calls that take the password as confirmation. Without one, the session has to be confirmed: the result throws
 * confirmationNeeded.
 * @throws passwordWrong, unavailable
 */
export async function authorise(db: Database, viewer: Viewer, password: string | undefined): Promise<Authorise> {
  if (password === undefined) return (transaction) => requireRecent(transaction, viewer)
  const confirmIn = await confirmByPassword(db, viewer, password)
  return async (transaction) => void (await confirmIn(transaction))
}
