import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** Marks the account that the guests of the demo share: its name alone could be anybody's. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('members')
    .addColumn('is_shared', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // Both are as the demo made them: no member can change them.
  await sql`
    update members set is_shared = 1
    where username_key = 'guest' and email = 'guest@example.com'
      and exists (select 1 from settings where key = 'demo-filled')`.execute(db)
}
