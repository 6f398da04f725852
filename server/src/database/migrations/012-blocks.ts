import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** Who has blocked whom. Both directions are read for each viewer, each from one index. */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  await db.schema
    .createTable('blocks')
    .addColumn('blocker_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('blocked_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('blocks_key', ['blocker_id', 'blocked_id'])
    .modifyEnd(engine === 'sqlite' ? sql`without rowid` : sql``)
    .execute()
  await db.schema.createIndex('blocks_blocked').on('blocks').columns(['blocked_id', 'blocker_id']).execute()
  await db.schema.createIndex('blocks_newest').on('blocks').columns(['blocker_id', 'at']).execute()
}
