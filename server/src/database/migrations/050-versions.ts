import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'
import { addColumn, byteText, createTrigger, type Migrations, required } from './migration.ts'

export const migrations = {
  /** What posts and comments said before they were edited, the files of those posts, and who is to be told of an edit. */
  async '050-versions'(db, engine) {
    await db.schema.alterTable('posts').addColumn('edited_at', 'bigint').execute()
    await db.schema.alterTable('comments').addColumn('edited_at', 'bigint').execute()
    await db.schema
      .createTable('post_versions')
      .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('since', 'bigint', required)
      .addColumn('content', 'text', required)
      .addColumn('lang', 'text')
      .addColumn('media_url', 'text', required)
      .addColumn('media_type', 'text', required)
      .addPrimaryKeyConstraint('post_versions_pkey', ['post_id', 'since'])
      .execute()
    for (const text of ['alt', 'warning', 'poll_options']) await addColumn(db, 'post_versions', text, 'text', '')
    await addColumn(db, 'post_versions', 'is_sensitive', 'integer', 0)
    await db.schema
      .createTable('version_pictures')
      .addColumn('post_id', 'bigint', required)
      .addColumn('since', 'bigint', required)
      .addColumn('position', 'integer', required)
      .addColumn('name', byteText(engine), required)
      .addColumn('alt', 'text', required)
      .addPrimaryKeyConstraint('version_pictures_pkey', ['post_id', 'since', 'position'])
      .addForeignKeyConstraint(
        'version_pictures_version',
        ['post_id', 'since'],
        'post_versions',
        ['post_id', 'since'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .execute()
    await db.schema.createIndex('version_pictures_name').on('version_pictures').columns(['name', 'post_id']).execute()
    await db.schema
      .createTable('comment_versions')
      .addColumn('comment_id', 'bigint', (column) => column.notNull().references('comments.id').onDelete('cascade'))
      .addColumn('since', 'bigint', required)
      .addColumn('text', 'text', required)
      .addPrimaryKeyConstraint('comment_versions_pkey', ['comment_id', 'since'])
      .execute()
    await db.schema
      .createTable('edit_notices')
      .addColumn('post_id', 'bigint', (column) =>
        column.primaryKey().notNull().references('posts.id').onDelete('cascade'),
      )
      .addColumn('told_to', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('up_to', 'bigint', required)
      .addColumn('due_at', 'bigint')
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('claimed_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`create index edit_notices_due on edit_notices (due_at) where due_at is not null`.execute(db)
    // For archives.
    for (const table of ['posts', 'comments'])
      await sql`create index ${sql.ref(`${table}_edited`)} on ${sql.table(table)} (author_id, id) where edited_at is not null`.execute(
        db,
      )
    // Edits, and the ends of polls, are of posts of others.
    await db.schema.dropIndex('notification_groups_foreign').execute()
    await sql`
      create index notification_groups_foreign on notification_groups (recipient_id)
      where kind in ('answer', 'reply', 'mention', 'upvote', 'quote', 'edit', 'poll')`.execute(db)
    await releasePictures(db, engine)
  },
} satisfies Migrations

/** The files that no version shows any more, however it went. */
async function releasePictures(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const event = 'after delete on version_pictures'
  if (engine === 'postgres')
    return createTrigger(db, `version_pictures_released ${event} for each row`, 'post_pictures_released')
  await sql`
    create trigger version_pictures_released ${sql.raw(event)}
    begin
      insert into media_uploads (name, member_id, at) values (old.name, 0, 0)
      on conflict (name, member_id) do update set at = 0;
    end`.execute(db)
}
