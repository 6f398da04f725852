import type { Connection } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { endPending } from '../passwords/pending.ts'
import { deleteAllSessions, deleteSessions } from '../sessions/sessions.queries.ts'
import { setSuspended, suspendMembers } from './decisions/suspension.queries.ts'

/**
 * From now on every token and every login of the member is refused. Posts and comments stay.
 * @returns false if the member is suspended already
 */
export async function suspendIn(transaction: Connection, member: MemberId): Promise<boolean> {
  // First, because it locks the row: a concurrent login opens its session before this, or is refused.
  if (!(await setSuspended(transaction, member, Date.now()))) return false
  await deleteSessions(transaction, member, null)
  await endPending(transaction, [member])
  return true
}

/** The same for several members, with an end. */
export async function suspendUntil(transaction: Connection, members: readonly MemberId[], until: number | null) {
  await suspendMembers(transaction, members, Date.now(), until)
  await deleteAllSessions(transaction, members)
  await endPending(transaction, members)
}

/** Ends a suspension. @returns false if the member is not suspended */
export function restoreIn(transaction: Connection, member: MemberId): Promise<boolean> {
  return setSuspended(transaction, member, null)
}
