import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** Mails that wait, the addresses that members have confirmed, and how often members get a digest. */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { schema } = db
  const text = engine === 'sqlite' ? sql`text` : sql`text collate "C"`
  await schema
    .createTable('mails')
    .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('member_id', 'bigint', (column) => column.references('members.id').onDelete('cascade'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('recipient', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('due_at', 'bigint')
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .addColumn('claimed_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('problem', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('failed_at', 'bigint')
    .execute()
  await sql`create index mails_due on mails (due_at) where due_at is not null`.execute(db)
  await sql`create index mails_failed on mails (failed_at) where failed_at is not null`.execute(db)
  await sql`create index mails_member on mails (member_id) where member_id is not null`.execute(db)

  await schema
    .createTable('email_tokens')
    .addColumn('token_hash', 'text', (column) => column.primaryKey().notNull())
    .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('email_tokens_member').on('email_tokens').columns(['member_id', 'created_at']).execute()

  await schema.alterTable('members').addColumn('email_confirmed_at', 'bigint').execute()
  await sql`create index members_email on members (lower(email))`.execute(db)
  // The address to which the link was sent: whoever opens it reads the mails there.
  await schema.alterTable('password_resets').addColumn('address', 'text').execute()

  await schema
    .alterTable('notification_preferences')
    .addColumn('digest', text, (column) => column.notNull().defaultTo('off'))
    .execute()
  await schema.alterTable('notification_preferences').addColumn('digest_at', 'bigint').execute()
  await sql`
    create index notification_preferences_digest on notification_preferences (digest_at) where digest_at is not null
  `.execute(db)
}
