import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** Each event stores the id of its PostgreSQL transaction. On SQLite, the ids of events follow the commit order. */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  for (const table of ['like_events', 'follow_events']) {
    // Older cursors are refused, so these rows are no longer needed. Indexing them would delay writers.
    await sql`truncate ${sql.table(table)}`.execute(db)
    await sql`
      alter table ${sql.table(table)}
      add column transaction_id bigint not null default (pg_current_xact_id()::text::bigint)`.execute(db)
    await db.schema.createIndex(`${table}_transaction`).on(table).column('transaction_id').execute()
  }
}
