import type { Connection, Database } from '../../database/database.ts'
import { parseId, timeOfId } from '../../database/ids.ts'
import { readPage } from '../../database/paging.ts'
import type { SessionId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { timestamp } from '../../reading/timestamp.ts'
import type { Viewer } from '../../reading/viewer.ts'
import { changePassword } from '../passwords/passwords.service.ts'
import { endPendingOfOthers } from '../passwords/pending.ts'
import { authorise } from '../passwords/recent.ts'
import { deleteSession, deleteSessions, listSessions, SESSIONS_CURSOR } from '../sessions/sessions.queries.ts'
import type { Removals } from './removal.loop.ts'
import { anonymiseIn } from './removal.service.ts'

/**
 * The viewer's session stays valid; all others end.
 * @throws passwordWrong, confirmationNeeded, tokenInvalid, unavailable
 */
export async function changeOwnPassword(
  db: Database,
  viewer: Viewer,
  input: { currentPassword?: string; newPassword: string },
  device: string,
): Promise<void> {
  const may = await authorise(db, viewer, input.currentPassword)
  await changePassword(db, viewer, { password: input.newPassword, authorise: may, device })
}

/** A page of the viewer's sessions. On a shared account, each guest sees only the own one. */
export async function readSessions(
  db: Connection,
  viewer: Viewer,
  query: { limit: number; cursor: string | undefined },
) {
  const { entries, nextCursor } = await readPage(SESSIONS_CURSOR, query, (page) =>
    listSessions(db, viewer.id, Date.now(), page),
  )
  const shown = viewer.isShared ? entries.filter(({ id }) => id === viewer.sessionId) : entries
  const sessions = shown.map(({ id, device, method, seen_at, scopes, website }) => ({
    _id: String(id),
    device,
    method,
    scopes,
    website: website || null,
    current: id === viewer.sessionId,
    createdAt: timestamp(timeOfId(id)),
    lastSeenAt: timestamp(Math.max(seen_at, timeOfId(id))),
  }))
  return { sessions, nextCursor }
}

/** @throws sessionUnknown */
export async function endSession(db: Database, viewer: Viewer, text: string): Promise<void> {
  const id = parseId<SessionId>(text)
  const isEnded =
    id !== null &&
    (await db.write(async (transaction) => {
      const wasThere = await deleteSession(transaction, viewer.id, id)
      // Its own session ends as by a log-out.
      if (wasThere && id !== viewer.sessionId) await endPendingOfOthers(transaction, viewer)
      return wasThere
    }))
  if (!isEnded) throw new AppError('sessionUnknown')
}

export function endOtherSessions(db: Database, viewer: Viewer): Promise<void> {
  return db.write(async (transaction) => {
    await deleteSessions(transaction, viewer.id, viewer.sessionId)
    await endPendingOfOthers(transaction, viewer)
  })
}

/** @throws passwordWrong, confirmationNeeded, tokenInvalid, unavailable, lastOwner */
export async function deleteAccount(
  db: Database,
  removals: Removals,
  viewer: Viewer,
  password: string | undefined,
): Promise<void> {
  const may = await authorise(db, viewer, password)
  await db.write(async (transaction) => {
    await may(transaction)
    await anonymiseIn(transaction, viewer.id)
  })
  removals.wake()
}
