import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** Muted members, and muted words and phrases. `ends_at` is null for a mute without an end. */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const withoutRowid = engine === 'sqlite' ? sql`without rowid` : sql``
  await db.schema
    .createTable('mutes')
    .addColumn('muter_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('muted_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('ends_at', 'bigint')
    .addColumn('with_notifications', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('mutes_key', ['muter_id', 'muted_id'])
    .modifyEnd(withoutRowid)
    .execute()
  await db.schema.createIndex('mutes_newest').on('mutes').columns(['muter_id', 'at']).execute()
  await db.schema.createIndex('mutes_muted').on('mutes').column('muted_id').execute()
  await db.schema
    .createTable('muted_words')
    .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('phrase', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('ends_at', 'bigint')
    .execute()
  await db.schema.createIndex('muted_words_member').on('muted_words').columns(['member_id', 'id']).execute()
}
