import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/**
 * The invalidations of all nodes' commits (postgres/invalidations.ts). Triggers fill the table. On SQLite there is one
 * server process, which keeps them in memory.
 */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  await sql`
    create table invalidations (
      transaction_id xid8 not null default pg_current_xact_id(),
      kind text collate "C" not null,
      a bigint not null,
      b bigint not null,
      primary key (transaction_id, kind, a, b)
    )`.execute(db)
  // One row. Invalidations of transactions before `oldest` may have been deleted; those before `next` are deleted next.
  await sql`
    create table invalidations_kept (
      id smallint primary key default 1 check (id = 1),
      oldest xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
      next xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
      moved_at timestamptz not null default now(),
      triggers text not null default ''
    )`.execute(db)
  await sql`insert into invalidations_kept default values`.execute(db)
}
