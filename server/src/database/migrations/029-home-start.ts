import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Whether a member opens the home feed where they have stopped reading. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('members')
    .addColumn('resumes_home', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
