import { sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/engine.ts'
import { prepared } from '../../database/prepared.ts'
import type { Index } from './search-index.queries.ts'

const mergerOf = (index: Index) =>
  prepared(
    (_db, { pages }: { pages: number }) => sql`
      insert into ${sql.table(index)} (${sql.ref(index)}, rank) values ('merge', ${pages})`,
  )
const mergers: Readonly<Record<Index, ReturnType<typeof mergerOf>>> = {
  search_posts: mergerOf('search_posts'),
  search_people: mergerOf('search_people'),
}

/**
 * Merges a part of what earlier transactions have written to SQLite's index. FTS5's own merges (`automerge`) are turned
 * off, because each is of hundreds of pages: one commit in ten took 20 ms of the thread that answers requests.
 * @param pages how many it merges at most, each of 4 KB
 */
export async function mergeEntries(transaction: Connection, index: Index, pages: number): Promise<void> {
  if (!isPostgres(transaction)) await mergers[index].send(transaction, { pages })
}
