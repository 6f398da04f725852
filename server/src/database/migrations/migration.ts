import { type ColumnDataType, type ColumnDefinitionBuilder, type Expression, type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** A migration. It only executes SQL, and does not depend on results: hashMigration runs it without a database. */
export type Up = (db: Kysely<Schema>, engine: Engine) => Promise<void>

/** By name, in order. A released migration is never edited; a change is a new migration. */
export type Migrations = Readonly<Record<string, Up>>

/** PostgreSQL has to compare names and keys byte by byte, as SQLite does. */
export const byteText = (engine: Engine) => (engine === 'sqlite' ? sql`text` : sql`text collate "C"`)

/** For tables whose key is not one number: SQLite stores their rows in the index of the primary key. */
export const withoutRowid = (engine: Engine) => (engine === 'sqlite' ? sql`without rowid` : sql``)

export const required = (column: ColumnDefinitionBuilder) => column.notNull()
export const key = (column: ColumnDefinitionBuilder) => column.primaryKey().notNull()
export const ofMember = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('members.id').onDelete('cascade')

/** @param value of the rows that exist */
export async function addColumn(
  db: Kysely<Schema>,
  table: keyof Schema,
  name: string,
  type: ColumnDataType | Expression<unknown>,
  value: string | number,
): Promise<void> {
  await db.schema
    .alterTable(table)
    .addColumn(name, type, (column) => column.notNull().defaultTo(value))
    .execute()
}

/**
 * With the schema's name: functions of a temporary schema, in which migrations are compared, are not found without it.
 */
export async function createTrigger(db: Kysely<Schema>, event: string, name: string): Promise<void> {
  await sql`
    do $$ begin
      execute format('create trigger ${sql.raw(event)} execute function %I.${sql.raw(name)}()', current_schema());
    end $$`.execute(db)
}
