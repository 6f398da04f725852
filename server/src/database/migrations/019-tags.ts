import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** The hashtags of posts, and who follows them. Posts that exist already have no rows: they get them when they are edited. */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const withoutRowid = engine === 'sqlite' ? sql`without rowid` : sql``
  await db.schema
    .createTable('tags')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('name', 'text', (column) => column.notNull())
    .execute()
  await db.schema
    .createTable('post_tags')
    .addColumn('tag_id', 'bigint', (column) => column.notNull().references('tags.id'))
    .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
    // That of the post, so that lists need not read the posts. It has no foreign key: the rows go with the post.
    .addColumn('author_id', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('post_tags_key', ['tag_id', 'post_id'])
    .modifyEnd(withoutRowid)
    .execute()
  // For the removal of a post, and the tags of the last day.
  await db.schema.createIndex('post_tags_post').on('post_tags').columns(['post_id', 'tag_id', 'author_id']).execute()
  await db.schema
    .createTable('tag_follows')
    .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('tag_id', 'bigint', (column) => column.notNull().references('tags.id'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('tag_follows_key', ['member_id', 'tag_id'])
    .modifyEnd(withoutRowid)
    .execute()
  // For its foreign key: SQLite searches it when a tag is inserted.
  await db.schema.createIndex('tag_follows_tag').on('tag_follows').columns(['tag_id', 'member_id']).execute()
}
