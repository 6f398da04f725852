import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** Accounts whose posts only followers see, by their own choice or by a moderator's, and requests to follow them. */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('members')
    .addColumn('is_private', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema.alterTable('members').addColumn('limited_at', 'bigint').execute()
  const withoutRowid = engine === 'sqlite' ? sql`without rowid` : sql``
  await db.schema
    .createTable('follow_requests')
    .addColumn('follower_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('followed_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('follow_requests_key', ['follower_id', 'followed_id'])
    .modifyEnd(withoutRowid)
    .execute()
  await db.schema
    .createIndex('follow_requests_newest')
    .on('follow_requests')
    .columns(['followed_id', 'at', 'follower_id'])
    .execute()
}
