import { sql } from 'kysely'
import type { Database } from '../src/database/database.ts'

/** Whether a write waits for a lock that another transaction holds. */
export async function isWriteWaiting(db: Database): Promise<boolean> {
  if (db.engine === 'sqlite') return (db.stats().writes_waiting ?? 0) > 0
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
  `.execute(db.read)
  return rows.length > 0
}
