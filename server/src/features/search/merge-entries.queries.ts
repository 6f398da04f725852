import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { prepared } from '../../database/prepared.ts'
import type { Index } from './search-index.queries.ts'

/** Of one call. Pages of 4 KB. */
const PAGES_MAX = 32

const mergerOf = (index: Index) =>
  prepared(
    (_db, _values: object) => sql`
      insert into ${sql.table(index)} (${sql.ref(index)}, rank) values ('merge', ${sql.lit(PAGES_MAX)})`,
  )
const mergers: Readonly<Record<Index, ReturnType<typeof mergerOf>>> = {
  search_posts: mergerOf('search_posts'),
  search_people: mergerOf('search_people'),
}

/**
 * Merges a part of what earlier transactions have written to SQLite's index. FTS5's own merges (`automerge`) are turned
 * off, because each is of hundreds of pages: one commit in ten took 20 ms of the thread that answers requests.
 */
export async function mergeEntries(transaction: Connection, index: Index): Promise<void> {
  if (!isPostgres(transaction)) await mergers[index].send(transaction, {})
}
