import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** Tracks uploads, so that unreferenced media can be found and removed while others upload and post. */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { schema } = db
  const text = engine === 'sqlite' ? sql`text` : sql`text collate "C"`

  await schema.alterTable('media').addColumn('removing_at', 'bigint').execute()
  await schema.createIndex('media_removing').on('media').column('removing_at').execute()
  await schema.createIndex('members_avatar').on('members').column('avatar_url').execute()

  await schema
    .createTable('media_uploads')
    .addColumn('name', text, (column) => column.notNull())
    .addColumn('member_id', 'bigint', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('media_uploads_key', ['name', 'member_id'])
    .execute()
  await schema.createIndex('media_uploads_at').on('media_uploads').column('at').execute()
  // The sweep for unreferenced media checks the rows of this table. So it also checks media that were uploaded earlier.
  await sql`insert into media_uploads (name, member_id, at) select name, 0, created_at from media`.execute(db)
}
