import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Who may comment on a post, and comments that the post's author has hidden. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('posts')
    .addColumn('who_may_comment', 'text', (column) => column.notNull().defaultTo('everyone'))
    .execute()
  await db.schema
    .alterTable('comments')
    .addColumn('is_hidden', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
}
