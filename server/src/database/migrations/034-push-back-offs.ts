import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** The back-off of a push service for a member, which is longer than the life of a subscription. */
export async function up({ schema }: Kysely<Schema>, engine: Engine): Promise<void> {
  await schema
    .createTable('push_back_offs')
    .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('service', engine === 'sqlite' ? sql`text` : sql`text collate "C"`, (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('due_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('push_back_offs_pkey', ['member_id', 'service'])
    .execute()
  // For the job that deletes what has expired (features/cleanup).
  await schema.createIndex('push_back_offs_due').on('push_back_offs').column('due_at').execute()
}
