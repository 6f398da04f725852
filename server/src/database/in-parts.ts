import type { Connection } from './database.ts'
import { isPostgres } from './engine.ts'

/** With texts of full length, SQLite takes some 4 ms for so many rows. */
const ROWS_AT_ONCE = 20

/**
 * The rows of many ids, which may be long. SQLite's statements hold the event loop, so each reads a part of them.
 * PostgreSQL's wait elsewhere, and their rows come bit by bit.
 * @param read is not called for no ids
 * @param atOnce for rows that are shorter, as many as SQLite takes 4 ms for
 */
export async function readInParts<Id, Row>(
  db: Connection,
  ids: readonly Id[],
  read: (part: readonly Id[]) => Promise<readonly Row[]>,
  atOnce = ROWS_AT_ONCE,
): Promise<readonly Row[]> {
  if (ids.length === 0) return []
  if (isPostgres(db) || ids.length <= atOnce) return read(ids)
  const rows: Row[] = []
  for (let from = 0; from < ids.length; from += atOnce) {
    rows.push(...(await read(ids.slice(from, from + atOnce))))
  }
  return rows
}
