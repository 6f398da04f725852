import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** Account management: where sessions were opened, one-time password links, and accounts that are being removed. */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { schema } = db
  const text = engine === 'sqlite' ? sql`text` : sql`text collate "C"`

  await schema
    .alterTable('sessions')
    .addColumn('device', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await schema
    .alterTable('sessions')
    .addColumn('seen_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()

  await schema.alterTable('members').addColumn('deleted_at', 'bigint').execute()
  await sql`create index members_leaving on members (id) where deleted_at is not null`.execute(db)

  await schema
    .createTable('password_resets')
    .addColumn('token_hash', text, (column) => column.primaryKey().notNull())
    .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('password_resets_member').on('password_resets').column('member_id').execute()
}
