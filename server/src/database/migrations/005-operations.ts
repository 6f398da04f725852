import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** For operators: suspended members, and media that are kept while a backup copies them. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('members').addColumn('suspended_at', 'bigint').execute()
  await sql`create index members_suspended on members (id) where suspended_at is not null`.execute(db)
  // The row exists from the start, so that it can be locked.
  await sql`insert into settings (key, value) values ('media-kept-until', '0')`.execute(db)
}
