import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** Whom posts and comments mention. Those that exist already have no rows: their texts stay as they are. */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const withoutRowid = engine === 'sqlite' ? sql`without rowid` : sql``
  for (const [table, column, of] of [
    ['post_mentions', 'post_id', 'posts.id'],
    ['comment_mentions', 'comment_id', 'comments.id'],
  ] as const) {
    await db.schema
      .createTable(table)
      .addColumn(column, 'bigint', (each) => each.notNull().references(of).onDelete('cascade'))
      .addColumn('member_id', 'bigint', (each) => each.notNull().references('members.id').onDelete('cascade'))
      .addPrimaryKeyConstraint(`${table}_key`, [column, 'member_id'])
      .modifyEnd(withoutRowid)
      .execute()
    // For the removal of a member.
    await db.schema.createIndex(`${table}_member`).on(table).columns(['member_id', column]).execute()
  }
}
