import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** Each event says which transaction of PostgreSQL wrote it. SQLite needs none: there ids come in the order of commits. */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  for (const table of ['like_events', 'follow_events']) {
    // Cursors from before are refused, so nobody needs these rows any more; to index them would hold up writers.
    await sql`truncate ${sql.table(table)}`.execute(db)
    await sql`
      alter table ${sql.table(table)}
      add column transaction_id bigint not null default (pg_current_xact_id()::text::bigint)`.execute(db)
    await db.schema.createIndex(`${table}_transaction`).on(table).column('transaction_id').execute()
  }
}
