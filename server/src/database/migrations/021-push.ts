import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** Devices that get push messages, and what is shown on them. Both belong to a session and end with it. */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const withoutRowid = engine === 'sqlite' ? sql`without rowid` : sql``
  await db.schema
    .createTable('push_subscriptions')
    .addColumn('session_id', 'bigint', (column) =>
      column.primaryKey().notNull().references('sessions.id').onDelete('cascade'),
    )
    .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('endpoint', 'text', (column) => column.notNull().unique())
    .addColumn('p256dh', 'text', (column) => column.notNull())
    .addColumn('auth', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('sent_at', 'bigint')
    .addColumn('due_at', 'bigint')
    .addColumn('claimed_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createIndex('push_subscriptions_member')
    .on('push_subscriptions')
    .columns(['member_id', 'created_at'])
    .execute()
  await sql`create index push_subscriptions_due on push_subscriptions (due_at) where due_at is not null`.execute(db)
  await db.schema
    .createTable('push_tags')
    .addColumn('session_id', 'bigint', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
    .addColumn('group_id', 'bigint', (column) => column.notNull())
    .addColumn('mark', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('is_held', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('shown', 'bigint', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('push_tags_key', ['session_id', 'group_id'])
    .modifyEnd(withoutRowid)
    .execute()
}
