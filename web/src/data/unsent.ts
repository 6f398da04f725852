import { memberKey } from './api/member-key.ts'
import type { Session } from './api/session.ts'
import { draftKeys } from './drafts/drafts.ts'
import { ofMember, openDatabase, TOGGLE } from './offline/database.ts'

/** What a member has written on this device and not sent. */
export interface Unsent {
  drafts: number
  /** Entries of the outbox, and desired states. */
  waiting: number
}

export async function countUnsent(session: Session): Promise<Unsent> {
  const drafts = draftKeys(session.username).length
  try {
    const database = await openDatabase()
    const member = memberKey(session)
    const [entries, settings] = await Promise.all([
      database.countFromIndex('outbox', 'member', member),
      database.getAllKeys('settings', ofMember(member)),
    ])
    return { drafts, waiting: entries + settings.filter(([, name]) => name.startsWith(TOGGLE)).length }
  } catch {
    // Storage is blocked, so nothing waits.
    return { drafts, waiting: 0 }
  }
}
