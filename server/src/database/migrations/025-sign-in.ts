import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** Ways to sign in besides the password, recent authentication, and what happened to an account. */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const withoutRowid = engine === 'sqlite' ? sql`without rowid` : sql``
  await db.schema
    .alterTable('sessions')
    .addColumn('method', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await db.schema
    .alterTable('sessions')
    .addColumn('confirmed_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .alterTable('members')
    .addColumn('unread_events', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('account_events')
    .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('device', 'text', (column) => column.notNull())
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute()
  await db.schema.createIndex('account_events_member').on('account_events').columns(['member_id', 'id']).execute()
  await db.schema
    .createTable('passkeys')
    .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('credential_id', 'text', (column) => column.notNull().unique())
    .addColumn('public_key', 'text', (column) => column.notNull())
    .addColumn('counter', 'bigint', (column) => column.notNull())
    .addColumn('transports', 'text', (column) => column.notNull())
    .addColumn('is_backed_up', 'integer', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('rp_id', 'text', (column) => column.notNull())
    .addColumn('used_at', 'bigint')
    .execute()
  await db.schema.createIndex('passkeys_member').on('passkeys').columns(['member_id', 'id']).execute()
  await db.schema
    .createTable('used_challenges')
    .addColumn('hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .modifyEnd(withoutRowid)
    .execute()
  await db.schema.createIndex('used_challenges_expiry').on('used_challenges').column('expires_at').execute()
  await db.schema
    .createTable('second_factors')
    .addColumn('member_id', 'bigint', (column) =>
      column.primaryKey().notNull().references('members.id').onDelete('cascade'),
    )
    .addColumn('sealed_secret', 'text', (column) => column.notNull())
    .addColumn('enabled_at', 'bigint')
    .addColumn('last_step', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db.schema
    .createTable('recovery_codes')
    .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('code_hash', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('recovery_codes_key', ['member_id', 'code_hash'])
    .modifyEnd(withoutRowid)
    .execute()
}
