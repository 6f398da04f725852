import type { Database } from '../../database/database.ts'
import { deleteAllEmailTokensBefore } from '../mails/email-tokens.queries.ts'
import { forgetStrangers } from '../mails/recipient-limit.ts'
import { deleteExpiredResets } from '../sessions/password-resets.queries.ts'

const DAY_MS = 24 * 60 * 60_000
/** The tables have no index for this, because they contain the links of a day. */
const EVERY_MS = 60 * 60_000

/**
 * Deletes links that nobody has used. Those that confirm an address count for a day, valid or not.
 * @returns a function to call from time to time
 */
export function createLinkCleanup(db: Database, now: () => number): () => Promise<void> {
  let next = now() + EVERY_MS
  return async () => {
    if (now() < next) return
    next = now() + EVERY_MS
    await db.write(async (transaction) => {
      await deleteAllEmailTokensBefore(transaction, Date.now() - DAY_MS)
      await deleteExpiredResets(transaction, Date.now())
      await forgetStrangers(transaction, Date.now())
    })
  }
}
