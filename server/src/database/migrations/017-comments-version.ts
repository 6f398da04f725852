import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Lets live events tell that a comment was hidden or shown, which no count of the post does. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('posts')
    .addColumn('comments_version', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
