import type { Kysely } from 'kysely'
import type { Schema } from '../schema.ts'

/** Devices that get push messages. A subscription belongs to a session and ends with it. */
export async function up(db: Kysely<Schema>): Promise<void> {
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
    .execute()
  await db.schema
    .createIndex('push_subscriptions_member')
    .on('push_subscriptions')
    .columns(['member_id', 'created_at'])
    .execute()
}
