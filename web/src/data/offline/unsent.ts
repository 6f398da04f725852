import { memberKey } from '../api/member-key.ts'
import type { Session } from '../api/session.ts'
import { draftKeys } from '../drafts/drafts.ts'
import { openDatabase } from './database.ts'

/** What a member has written on this device and not sent. */
export interface Unsent {
  drafts: number
  /** Entries of the outbox. */
  waiting: number
}

export async function countUnsent(session: Session): Promise<Unsent> {
  const drafts = draftKeys(session.username).length
  try {
    const database = await openDatabase()
    return { drafts, waiting: await database.countFromIndex('outbox', 'member', memberKey(session)) }
  } catch {
    // Storage is blocked, so nothing waits.
    return { drafts, waiting: 0 }
  }
}
