import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** Roles, reports, moderators' decisions, sign-ups that need an approval or an invitation, and the audit log. */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { schema } = db
  const text = engine === 'sqlite' ? sql`text` : sql`text collate "C"`

  await schema.alterTable('members').addColumn('role', text).execute()
  await schema.alterTable('members').addColumn('suspended_until', 'bigint').execute()
  await schema
    .alterTable('members')
    .addColumn('unread_decisions', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`create index members_staff on members (username_key) where role is not null`.execute(db)
  await sql`create index members_suspended_names on members (username_key) where suspended_at is not null`.execute(db)

  await schema.alterTable('posts').addColumn('hidden_at', 'bigint').execute()
  await sql`create index posts_hidden on posts (id) where hidden_at is not null`.execute(db)

  // For the statistics.
  await schema.createIndex('media_bytes').on('media').column('bytes').execute()

  await schema
    .createTable('reports')
    .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('reporter_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('subject_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('target_kind', text, (column) => column.notNull())
    .addColumn('target_id', 'bigint', (column) => column.notNull())
    .addColumn('rule', 'text', (column) => column.notNull())
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('copy', 'text', (column) => column.notNull())
    .addColumn('closed_at', 'bigint')
    .addColumn('has_consequence', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await sql`
    create unique index reports_open_once on reports (reporter_id, target_kind, target_id) where closed_at is null
  `.execute(db)
  await sql`create index reports_open on reports (id) where closed_at is null`.execute(db)
  await sql`create index reports_closed on reports (id) where closed_at is not null`.execute(db)
  await schema.createIndex('reports_reporter').on('reports').columns(['reporter_id', 'id']).execute()
  await schema.createIndex('reports_subject').on('reports').columns(['subject_id', 'id']).execute()
  await schema.createIndex('reports_target').on('reports').columns(['target_kind', 'target_id']).execute()

  await schema
    .createTable('decisions')
    .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('target_kind', text, (column) => column.notNull())
    .addColumn('target_id', 'bigint', (column) => column.notNull())
    .addColumn('copy', 'text', (column) => column.notNull())
    .addColumn('actions', 'text', (column) => column.notNull())
    .addColumn('message', 'text', (column) => column.notNull())
    .addColumn('suspended_until', 'bigint')
    .addColumn('appeal', 'text')
    .addColumn('appealed_at', 'bigint')
    .addColumn('appeal_state', text)
    .addColumn('appeal_answer', 'text')
    .execute()
  await schema.createIndex('decisions_member').on('decisions').columns(['member_id', 'id']).execute()
  await sql`create index decisions_appealed on decisions (appeal_state, id) where appeal_state is not null`.execute(db)

  await schema
    .createTable('applications')
    .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('username_key', text, (column) => column.notNull().unique())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('avatar_url', 'text', (column) => column.notNull())
    .addColumn('extra', 'text', (column) => column.notNull())
    .addColumn('answer', 'text', (column) => column.notNull())
    .addColumn('rejected_at', 'bigint')
    .addColumn('reason', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await sql`create index applications_waiting on applications (id) where rejected_at is null`.execute(db)
  await sql`create index applications_rejected on applications (rejected_at) where rejected_at is not null`.execute(db)

  await schema
    .createTable('invitations')
    .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('token_hash', text, (column) => column.notNull().unique())
    .addColumn('creator_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('uses', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('max_uses', 'integer', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('invitations_creator').on('invitations').column('creator_id').execute()

  await schema
    .createTable('audit_log')
    .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('actor_id', 'bigint')
    .addColumn('action', text, (column) => column.notNull())
    .addColumn('target_kind', text, (column) => column.notNull())
    .addColumn('target_id', 'bigint')
    .addColumn('detail', 'text', (column) => column.notNull())
    .execute()
  // PostgreSQL's triggers are created with the others (postgres-triggers.ts).
  if (engine === 'postgres') return
  for (const event of ['update', 'delete']) {
    await sql`
      create trigger ${sql.raw(`audit_log_no_${event}`)} before ${sql.raw(event)} on audit_log
      begin select raise(abort, 'the audit log is append-only'); end`.execute(db)
  }
}
