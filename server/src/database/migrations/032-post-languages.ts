import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** The language in which a post was written, as far as the writer's browser said it. */
export async function up(db: Kysely<Schema>): Promise<void> {
  await db.schema.alterTable('posts').addColumn('lang', 'text').execute()
}
