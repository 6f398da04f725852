import type { Connection, Database } from './database.ts'

const NOTHING_TO_CHANGE = new Error('There is nothing to change.')

/**
 * As `db.write`, for a write that may find only after it has begun that there is nothing to change. A like, for
 * example, is counted first, because that locks the post.
 * @param work returns null, or why there is nothing to change; then all that it has written is rolled back
 * @returns what `work` has returned
 */
export async function writeChange<Reason extends string>(
  db: Database,
  work: (transaction: Connection) => Promise<Reason | null>,
): Promise<Reason | null> {
  let reason: Reason | null = null
  try {
    await db.write(async (transaction) => {
      reason = await work(transaction)
      if (reason !== null) throw NOTHING_TO_CHANGE
    })
  } catch (error) {
    if (error !== NOTHING_TO_CHANGE) throw error
  }
  return reason
}
