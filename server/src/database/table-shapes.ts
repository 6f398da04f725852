import { type Kysely, sql } from 'kysely'
import type { Engine } from './database.ts'
import type { Up } from './migration-hash.ts'
import type { Schema } from './schema.ts'

/** A line for each column, key, reference and index. The lines do not depend on how the tables were created. */
type Shapes = ReadonlySet<string>

/**
 * Compares the tables with those that the migrations create in an empty database. Additional tables and indexes belong
 * to the operator and are ignored.
 * @param db the transaction of the migrations
 * @returns a line for each difference
 */
export async function findDifferences(db: Kysely<Schema>, engine: Engine, ups: readonly Up[]): Promise<string[]> {
  const expected = await (engine === 'sqlite' ? expectedOnSqlite(ups) : expectedOnPostgres(db, ups))
  const present = await readShapes(db, engine)
  const wanted = new Set([...expected].map(tableOf))
  const there = new Set([...present].map(tableOf))
  return [
    ...[...wanted].filter((table) => !there.has(table)).map((table) => `There is no table ${table}.`),
    ...[...expected]
      .filter((line) => there.has(tableOf(line)) && !present.has(line))
      .map((line) => `There is no ${line}.`),
    ...[...present]
      .filter((line) => line.startsWith('column ') && wanted.has(tableOf(line)) && !expected.has(line))
      .map((line) => `There should be no ${line}.`),
  ]
}

/** The second word of a line is the table's name, or starts with it. */
const tableOf = (line: string) => line.split(/[ .]/)[1]

async function expectedOnSqlite(ups: readonly Up[]): Promise<Shapes> {
  const { connect } = await import('./sqlite-connection.ts')
  const connection = connect(':memory:', 0, 1)
  try {
    for (const up of ups) await up(connection.kysely, 'sqlite')
    return await readShapes(connection.kysely, 'sqlite')
  } finally {
    await connection.close()
  }
}

/** Creates temporary tables, which needs no right to create permanent ones, and rolls back. */
async function expectedOnPostgres(db: Kysely<Schema>, ups: readonly Up[]): Promise<Shapes> {
  await sql`savepoint expected`.execute(db)
  await sql`set local search_path to pg_temp`.execute(db)
  for (const up of ups) await up(db, 'postgres')
  const shapes = await readShapes(db, 'postgres')
  await sql`rollback to savepoint expected`.execute(db)
  return shapes
}

async function readShapes(db: Kysely<Schema>, engine: Engine): Promise<Shapes> {
  const { rows } = await (engine === 'sqlite' ? SQLITE : POSTGRES).execute(db)
  return new Set(rows.map(({ line }) => line))
}

const SQLITE = sql<{ line: string }>`
  with tables as (
    select name, wr from pragma_table_list
    where schema = 'main' and type = 'table' and name not like 'sqlite\\_%' escape '\\'
  )
  select 'table ' || name || ' without rowid' as line from tables where wr
  union all
  select 'column ' || tables.name || '.' || columns.name || ' ' || lower(columns.type)
    || iif(columns."notnull", ' not null', '')
    || coalesce(' default ' || columns.dflt_value, '')
    || iif(columns.pk, ' primary key ' || columns.pk, '')
  from tables, pragma_table_xinfo(tables.name) as columns
  union all
  select 'reference ' || tables.name || '.' || keys."from" || ' to ' || keys."table" || '.' || keys."to"
    || ' on delete ' || lower(keys.on_delete)
  from tables, pragma_foreign_key_list(tables.name) as keys
  union all
  select 'index ' || tables.name || iif(indexes."unique", ' unique', '')
    || iif(indexes.origin = 'c', ' ' || indexes.name, '')
    || ' (' || (
      select group_concat(coalesce(name, 'expression') || ' ' || coll || iif("desc", ' desc', ''), ', ' order by seqno)
      from pragma_index_xinfo(indexes.name) where key
    ) || ')'
    || iif(
      indexes.partial,
      (select substr(sql, instr(lower(sql), ' where ')) from sqlite_schema where name = indexes.name),
      ''
    )
  from tables, pragma_index_list(tables.name) as indexes
`

/** `prefix` is removed from definitions: they contain the schema's name, which differs for temporary tables. */
const POSTGRES = sql<{ line: string }>`
  with tables as (
    select pg_class.oid, relname as name,
      case when relpersistence = 't' then 'pg_temp.' else quote_ident(nspname) || '.' end as prefix
    from pg_class join pg_namespace on pg_namespace.oid = relnamespace
    where nspname = current_schema() and relkind in ('r', 'p')
  )
  select 'column ' || tables.name || '.' || attname || ' ' || format_type(atttypid, atttypmod)
    || case when attnotnull then ' not null' else '' end
    || coalesce(' default ' || pg_get_expr(adbin, adrelid), '')
    || coalesce(' collate ' || nullif(collname, 'default'), '') as line
  from tables
  join pg_attribute on attrelid = tables.oid and attnum > 0 and not attisdropped
  left join pg_attrdef on adrelid = attrelid and adnum = attnum
  left join pg_collation on pg_collation.oid = attcollation
  union all
  select 'constraint ' || tables.name || ' ' || conname || ' ' || replace(pg_get_constraintdef(pg_constraint.oid), prefix, '')
  from tables join pg_constraint on conrelid = tables.oid and contype in ('c', 'f', 'p', 'u')
  union all
  select 'index ' || tables.name || ' ' || replace(pg_get_indexdef(indexrelid), prefix, '')
  from tables join pg_index on indrelid = tables.oid
`
