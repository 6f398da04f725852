import { sql } from 'kysely'
import type { Database } from '../server/src/database/database.ts'

interface Index {
  readonly name: string
  readonly definition: string
}

/**
 * Runs a bulk load without indexes, except those of keys, and creates them afterwards. Inserting millions of rows into
 * existing indexes takes many times longer.
 */
export async function withoutIndexes(db: Database, load: () => Promise<void>): Promise<void> {
  const { rows } = await (db.engine === 'sqlite'
    ? sql<Index>`select name, sql as definition from sqlite_master where type = 'index' and sql is not null`
    : sql<Index>`
        select indexname as name, indexdef as definition from pg_indexes
        where schemaname = current_schema() and indexname not in (select conname from pg_constraint)`
  ).execute(db.read)
  for (const { name } of rows) await db.write((transaction) => sql`drop index ${sql.ref(name)}`.execute(transaction))
  await load()
  for (const { definition } of rows) await db.write((transaction) => sql.raw(definition).execute(transaction))
  // PostgreSQL does so by itself, some time later.
  if (db.engine === 'postgres') await db.write((transaction) => sql`analyze`.execute(transaction))
}
