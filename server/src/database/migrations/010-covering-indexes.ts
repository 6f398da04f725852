import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/**
 * Covering indexes, so that a member's reactions and followers are read by index-only scans. On SQLite these indexes
 * already contain the columns of the primary key.
 */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  if (engine === 'sqlite') return
  for (const table of ['likes', 'dislikes'] as const) {
    await db.schema.dropIndex(`${table}_member`).execute()
    await db.schema.createIndex(`${table}_member`).on(table).columns(['member_id', 'post_id']).execute()
  }
  await db.schema.dropIndex('follows_followers').execute()
  await sql`create index follows_followers on follows (followed_id, at) include (follower_id)`.execute(db)
}
