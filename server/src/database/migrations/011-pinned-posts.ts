import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** The post that a member has pinned to the profile. The primary key makes it one at most. */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('pinned_posts')
    .addColumn('member_id', 'bigint', (column) =>
      column.primaryKey().notNull().references('members.id').onDelete('cascade'),
    )
    .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .modifyEnd(engine === 'sqlite' ? sql`without rowid` : sql``)
    .execute()
  await db.schema.createIndex('pinned_posts_post').on('pinned_posts').column('post_id').execute()
}
