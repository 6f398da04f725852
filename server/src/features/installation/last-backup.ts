import type { Database } from '../../database/database.ts'
import { putSetting } from './settings.queries.ts'

export const LAST_BACKUP = 'lastBackup'

/** Stores when the last backup was completed, for the statistics. */
export async function recordBackup(db: Database): Promise<void> {
  await db.write((transaction) => putSetting(transaction, LAST_BACKUP, Date.now()))
}
