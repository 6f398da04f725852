import { sql } from 'kysely'
import type { Database } from '../src/database/database.ts'

/** Whether a write, or so many, wait for locks that other transactions hold. */
export async function isWriteWaiting(db: Database, count = 1): Promise<boolean> {
  if (db.engine === 'sqlite') return (db.stats().writes_waiting ?? 0) >= count
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db.read)
  return rows.length >= count
}
