import { type Expression, type SqlBool, sql } from 'kysely'
import type { Connection } from './database.ts'
import { isPostgres } from './engine.ts'
import { Placeholder } from './prepared.ts'

/**
 * `column in (ids)`, with the ids as one parameter. So the statement's text is the same for any number of ids, it stays
 * prepared, and the engines' limits on parameters do not apply.
 */
export function isIn(db: Connection, column: string, ids: Ids): Expression<SqlBool> {
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${idsParameter(db, ids)}::bigint[])`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${idsParameter(db, ids)}))`
}

/** As isIn, for texts. */
export function isOneOf(db: Connection, column: string, texts: readonly string[]): Expression<SqlBool> {
  return isPostgres(db)
    ? sql<SqlBool>`${sql.ref(column)} = any(${idsParameter(db, texts)}::text[])`
    : sql<SqlBool>`${sql.ref(column)} in (select value from json_each(${idsParameter(db, texts)}))`
}

/**
 * `column not in (ids)`. PostgreSQL builds a hash table of a subquery in each plan; an array it would search from its
 * start for each row.
 */
export function isNotIn(db: Connection, column: string | Expression<unknown>, ids: Ids): Expression<SqlBool> {
  const value = typeof column === 'string' ? sql.ref(column) : column
  return isPostgres(db)
    ? sql<SqlBool>`${value} not in (select unnest(${idsParameter(db, ids)}::bigint[]))`
    : sql<SqlBool>`${value} not in (select value from json_each(${idsParameter(db, ids)}))`
}

type Ids = readonly number[] | Float64Array

/**
 * Many ids, or texts, as one parameter: an array for PostgreSQL, JSON for SQLite. Typed arrays are written once and
 * never change.
 */
export function idsParameter(db: Connection, ids: Ids | readonly string[] | Placeholder): unknown {
  const encode = isPostgres(db) ? toArray : toJson
  return ids instanceof Placeholder ? new Placeholder(ids.name, encode) : encode(ids)
}

const texts = new WeakMap<Float64Array, string>()

/** The ids between commas. One set of hidden members is a parameter of several statements of each request. */
function join(ids: Float64Array): string {
  const known = texts.get(ids) ?? ids.join()
  texts.set(ids, known)
  return known
}

const toArray = (ids: unknown): unknown =>
  ids instanceof Float64Array ? `{${join(ids)}}` : [...(ids as readonly unknown[])]
const toJson = (ids: unknown): string => (ids instanceof Float64Array ? `[${join(ids)}]` : JSON.stringify(ids))
