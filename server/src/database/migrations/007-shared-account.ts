import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** Marks the account that all guests of the demo share. Its name alone is not enough: anybody could have taken it. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('members')
    .addColumn('is_shared', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  // The demo created its guest with this username and email, and members can change neither.
  await sql`
    update members set is_shared = 1
    where username_key = 'guest' and email = 'guest@example.com'
      and exists (select 1 from settings where key = 'demo-filled')`.execute(db)
}
