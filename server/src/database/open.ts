import type { Database } from './database.ts'
import { createIdSource } from './ids.ts'
import { migrate, type Prepare } from './migrate.ts'
import type { PostgresOptions } from './postgres.ts'

export interface PostgresPlace extends Pick<PostgresOptions, 'poolSize' | 'replicaUrl'> {
  readonly url: string
}

/** Where the database is: a file for SQLite, or the address of a PostgreSQL server. */
export type DatabasePlace = { readonly file: string } | PostgresPlace

/**
 * Opens the engine and migrates its tables.
 * @param onError called when an idle connection is lost
 * @param prepare runs before anything else; programs beside the server pass requireCurrent
 */
export async function openDatabase(
  place: DatabasePlace,
  onError: (error: Error) => void,
  prepare: Prepare = migrate,
): Promise<Database> {
  // A random node number. Ids can only be equal if two nodes draw the same number and write in the same millisecond.
  const ids = createIdSource(Math.floor(Math.random() * 64))
  // Only the engine that is used is loaded.
  if ('url' in place) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(place.url, ids, onError, { ...place, prepare })
  }
  const { openSqlite } = await import('./sqlite.ts')
  return openSqlite(place.file, ids, { prepare })
}
