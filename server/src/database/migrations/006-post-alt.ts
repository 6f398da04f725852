import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** The description of a post's media. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema
    .alterTable('posts')
    .addColumn('alt', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
}
