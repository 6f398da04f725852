import { draftKeys } from '../drafts/drafts.ts'
import { openDatabase } from './database.ts'

/** What a member has written on this device and not sent. */
export interface Unsent {
  drafts: number
  /** Entries of the outbox. */
  waiting: number
}

export async function countUnsent(username: string): Promise<Unsent> {
  const drafts = draftKeys(username).length
  try {
    const database = await openDatabase()
    const entries = await database.getAllFromIndex('outbox', 'member', username.toLowerCase())
    // The file of a draft goes with it.
    return { drafts, waiting: entries.filter(({ state }) => state !== 'draft').length }
  } catch {
    // Storage is blocked, so nothing waits.
    return { drafts, waiting: 0 }
  }
}
