import { sql } from 'kysely'
import { addColumn, byteText, type Migrations } from './migration.ts'

export const migrations = {
  /** Of members, their pronouns, the picture above the profile, and further fields, whose links are verified. */
  async '048-profiles'(db, engine) {
    await addColumn(db, 'members', 'pronouns', 'text', '')
    await addColumn(db, 'members', 'fields', 'text', '[]')
    await db.schema.alterTable('members').addColumn('header_name', byteText(engine)).execute()
    await sql`create index members_header on members (header_name) where header_name is not null`.execute(db)
    await db.schema
      .createTable('profile_checks')
      .addColumn('member_id', 'bigint', (column) =>
        column.primaryKey().notNull().references('members.id').onDelete('cascade'),
      )
      .addColumn('due_at', 'bigint')
      .addColumn('checked_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('claimed_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`create index profile_checks_due on profile_checks (due_at) where due_at is not null`.execute(db)
  },
} satisfies Migrations
