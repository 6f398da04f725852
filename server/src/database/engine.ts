import { PostgresAdapter } from 'kysely'
import type { Connection } from './database.ts'

/** For queries that differ between the engines. */
export function isPostgres(db: Connection): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter
}
