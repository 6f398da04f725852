import type { Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import type { SessionId } from '../../database/schema.ts'
import { AppError } from '../../http/errors.ts'
import type { Viewer } from '../../http/viewer.ts'
import { changePassword, requirePassword, revokeAllSessions } from '../sessions/passwords.service.ts'
import { deleteSession } from '../sessions/sessions.queries.ts'
import { anonymise } from './removal.service.ts'
import type { Removals } from './removals.ts'

/** The viewer's session stays valid; all others end. @throws passwordWrong, unavailable */
export async function changeOwnPassword(
  db: Database,
  viewer: Viewer,
  input: { currentPassword: string; newPassword: string },
): Promise<void> {
  await requirePassword(db, viewer.id, input.currentPassword)
  await changePassword(db, viewer.id, input.newPassword, viewer.sessionId)
}

/** @throws sessionUnknown */
export async function endSession(db: Database, viewer: Viewer, text: string): Promise<void> {
  const id = parseId<SessionId>(text)
  const isEnded =
    id !== null &&
    (await db.write((transaction) => {
      return deleteSession(transaction, viewer.id, id)
    }))
  if (!isEnded) throw new AppError('sessionUnknown')
}

export function endOtherSessions(db: Database, viewer: Viewer): Promise<void> {
  return revokeAllSessions(db, viewer.id, viewer.sessionId)
}

/** @throws passwordWrong, unavailable, lastOwner */
export async function deleteAccount(db: Database, removals: Removals, viewer: Viewer, password: string): Promise<void> {
  await requirePassword(db, viewer.id, password)
  await anonymise(db, viewer.id)
  removals.add(viewer.id)
}
