import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/**
 * Where members have stopped reading the home feed. A post or a session that is gone leaves a position valid, so these
 * columns are plain numbers.
 */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const withoutRowid = engine === 'sqlite' ? sql`without rowid` : sql``
  await db.schema
    .createTable('feed_positions')
    .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('sort', 'text', (column) => column.notNull())
    .addColumn('post_id', 'bigint', (column) => column.notNull())
    .addColumn('line_offset', 'integer', (column) => column.notNull())
    .addColumn('newest_id', 'bigint', (column) => column.notNull())
    .addColumn('read_at', 'bigint', (column) => column.notNull())
    .addColumn('session_id', 'bigint', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('feed_positions_key', ['member_id', 'sort'])
    .modifyEnd(withoutRowid)
    .execute()
}
