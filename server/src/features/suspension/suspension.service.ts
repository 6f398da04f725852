import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { deleteSessions } from '../sessions/sessions.queries.ts'
import { setSuspended } from './suspension.queries.ts'

/**
 * Every token of the member is refused from here on, and signing in is; what they wrote stays.
 * @returns false when the member is suspended already
 */
export function suspend(db: Database, member: MemberId): Promise<boolean> {
  return db.write(async (transaction) => {
    // First, for it holds the row: a sign-in that is under way has its session before this, or none.
    if (!(await setSuspended(transaction, member, Date.now()))) return false
    await deleteSessions(transaction, member, null)
    return true
  })
}

/** The member may sign in again. @returns false when they may already */
export function restore(db: Database, member: MemberId): Promise<boolean> {
  return db.write((transaction) => setSuspended(transaction, member, null))
}
