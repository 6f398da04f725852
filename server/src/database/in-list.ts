import { type Expression, type SqlBool, sql } from 'kysely'
import type { Connection } from './database.ts'
import { isPostgres } from './engine.ts'
import { Placeholder } from './placeholder.ts'

/**
 * `column in (ids)`, with the ids as one parameter. So the statement's text is the same for any number of ids, it stays
 * prepared, and the engines' limits on parameters do not apply.
 */
export function isIn(db: Connection, column: string, ids: readonly number[]): Expression<SqlBool> {
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${idsParameter(db, ids)}::bigint[])`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${idsParameter(db, ids)}))`
}

/** Many ids as one parameter: an array for PostgreSQL, JSON for SQLite. */
export function idsParameter(db: Connection, ids: readonly number[] | Placeholder): unknown {
  const encode = isPostgres(db) ? copy : JSON.stringify
  return ids instanceof Placeholder ? new Placeholder(ids.name, encode) : encode(ids)
}

const copy = (ids: unknown): unknown[] => [...(ids as readonly number[])]
