import type { Database } from '../database.ts'
import { StartWarning } from '../failure.ts'
import { createIdSource } from '../ids.ts'
import { migrate, type Prepare, requireCurrent } from '../migrations/migrate.ts'
import type { PostgresOptions } from '../postgres/postgres.ts'

export interface PostgresLocation extends Pick<PostgresOptions, 'poolSize' | 'replicaUrl'> {
  readonly url: string
}

/** Where the database is: a file for SQLite, or the address of a PostgreSQL server. */
export type DatabaseLocation = { readonly file: string } | PostgresLocation

/**
 * Opens the engine and, by default, migrates its tables.
 * @param onError called when an idle connection is lost, a background query fails, or there is something to say about
 * the data (StartWarning)
 * @param prepare runs before the tables are used; programs that run beside the server pass requireCurrent
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
    const { openPostgres } = await import('../postgres/postgres.ts')
    return continued(await openPostgres(location.url, ids, onError, { ...location, prepare }))
  }
  const { openSqlite } = await import('../sqlite/sqlite.ts')
  return continued(await openSqlite(location.file, ids, { prepare, onError }))

  async function continued(db: Database): Promise<Database> {
    // Other preparations may leave a database without tables.
    const hasTables = prepare === migrate || prepare === requireCurrent
    try {
      if (hasTables && !(await continueIds(db))) onError(new StartWarning(CLOCK_AHEAD))
    } catch (error) {
      await db.close()
      throw error
    }
    return db
  }
}

const CLOCK_AHEAD =
  'The newest post or comment was written more than a day from now, by a clock that was wrong; new posts are below it.'

/**
 * After a start with a clock that ran ahead before, new posts and comments would be below older ones. Their ids
 * continue after the newest that is stored.
 * @returns whether they do: not if the newest is too far ahead
 */
async function continueIds({ primary, ids }: Database): Promise<boolean> {
  const newest = async (table: 'posts' | 'comments') => {
    const row = await primary.selectFrom(table).select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
    return row?.id ?? 0
  }
  return ids.continueAfter(Math.max(await newest('posts'), await newest('comments')))
}
