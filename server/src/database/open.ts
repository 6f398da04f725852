import type { Database } from './database.ts'
import { createIdSource } from './ids.ts'
import { migrate, type Prepare } from './migrate.ts'
import type { PostgresOptions } from './postgres.ts'

export interface PostgresPlace extends Pick<PostgresOptions, 'poolSize' | 'replicaUrl'> {
  readonly url: string
}

/** Where the data is: a file for the embedded engine, or the address of a PostgreSQL server. */
export type DatabasePlace = { readonly file: string } | PostgresPlace

/**
 * Opens the engine and brings its tables up to date.
 * @param onError told of connections that were lost while idle
 * @param prepare what is done before anything else; for programs beside the server, requireCurrent
 */
export async function openDatabase(
  place: DatabasePlace,
  onError: (error: Error) => void,
  prepare: Prepare = migrate,
): Promise<Database> {
  // A node number at random: equal ids need two nodes to draw the same one, and to write in the same millisecond.
  const ids = createIdSource(Math.floor(Math.random() * 64))
  // Each engine is loaded where it is used.
  if ('url' in place) {
    const { openPostgres } = await import('./postgres.ts')
    return openPostgres(place.url, ids, onError, { ...place, prepare })
  }
  const { openSqlite } = await import('./sqlite.ts')
  return openSqlite(place.file, ids, { prepare })
}
