import type { Database } from './database.ts'
import { createIdSource } from './ids.ts'
import { migrate, type Prepare } from './migrate.ts'
import type { PostgresOptions } from './postgres.ts'

export interface PostgresLocation extends Pick<PostgresOptions, 'poolSize' | 'replicaUrl'> {
  readonly url: string
}

/** Where the database is: a file for SQLite, or the address of a PostgreSQL server. */
export type DatabaseLocation = { readonly file: string } | PostgresLocation

/**
 * Opens the engine and migrates its tables.
 * @param onError called when an idle connection is lost, a background query fails, or the unclean end of an earlier server
 * has lost writes (LostWritesError)
 * @param prepare runs before anything else; programs that run beside the server pass requireCurrent
 */
export async function openDatabase(
  location: DatabaseLocation,
  onError: (error: Error) => void,
  prepare: Prepare = migrate,
): Promise<Database> {
  // A random node number. Ids can only be equal if two nodes draw the same number and write in the same millisecond.
  const ids = createIdSource(Math.floor(Math.random() * 64))
  // Only the engine that is used is loaded.
  if ('url' in location) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(location.url, ids, onError, { ...location, prepare })
  }
  const { openSqlite } = await import('./sqlite.ts')
  return openSqlite(location.file, ids, { prepare, onError })
}
