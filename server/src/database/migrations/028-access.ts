import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/**
 * Of a change of address, the session that asked for it; of a session, when the member last proved who they are; how many
 * mails an address was sent that no account has confirmed; of media, who has uploaded them; of moderators' decisions,
 * which measures are in force because of them; of devices, their push service; and search begins anew.
 */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  await db.schema.alterTable('email_tokens').addColumn('session_id', 'bigint').execute()
  await db.schema
    .alterTable('sessions')
    .addColumn('proved_at', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await db
    .updateTable('sessions')
    .set((eb) => ({ proved_at: eb.ref('confirmed_at') }))
    .execute()
  await db.schema
    .createTable('mailed_strangers')
    // Random: nothing refers to it.
    .addColumn('id', 'bigint', (column) => column.primaryKey().notNull())
    .addColumn('recipient_hash', engine === 'sqlite' ? sql`text` : sql`text collate "C"`, (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute()
  await db.schema
    .createIndex('mailed_strangers_recipient')
    .on('mailed_strangers')
    .columns(['recipient_hash', 'at'])
    .execute()
  await db.schema
    .createTable('media_uploaders')
    .addColumn('name', engine === 'sqlite' ? sql`text` : sql`text collate "C"`, (column) =>
      column.notNull().references('media.name').onDelete('cascade'),
    )
    .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('media_uploaders_pkey', ['name', 'member_id'])
    .execute()
  await db.schema.createIndex('media_uploaders_member').on('media_uploaders').column('member_id').execute()

  await db.schema
    .alterTable('push_subscriptions')
    .addColumn('service', engine === 'sqlite' ? sql`text` : sql`text collate "C"`, (column) =>
      column.notNull().defaultTo(''),
    )
    .execute()

  for (const measure of ['suspends', 'limits', 'hides'])
    await db.schema
      .alterTable('decisions')
      .addColumn(measure, 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  // A decision and its measure are of one transaction; the operator's measures have no decision.
  const decidedAt = sql`(decisions.id / 4096 + 1735689600000)`
  for (const [measure, action, since] of [
    ['suspends', 'suspend', 'suspended_at'],
    ['limits', 'limit', 'limited_at'],
  ] as const)
    await sql`
      update decisions set ${sql.ref(measure)} = 1 where id = (
        select max(same.id) from decisions as same
        where same.member_id = decisions.member_id and same.actions like ${sql.lit(`%"${action}"%`)})
      and exists (
        select 1 from members where members.id = decisions.member_id
        and ${sql.ref(since)} between ${decidedAt} - 60000 and ${decidedAt} + 60000)`.execute(db)
  await sql`
    update decisions set hides = 1 where target_kind = 'post' and id = (
      select max(same.id) from decisions as same
      where same.target_kind = 'post' and same.target_id = decisions.target_id and same.actions like '%"hide"%')
    and exists (select 1 from posts where posts.id = decisions.target_id and hidden_at is not null)`.execute(db)

  // Search folds more letters now, and knows flags: it indexes again, in the background.
  for (const table of ['members', 'posts'])
    await sql`
      insert into settings (key, value)
      select ${sql.lit(`search.${table}`)}, cast(max(id) + 1 as text) from ${sql.table(table)} having max(id) is not null
      on conflict (key) do update set value = excluded.value`.execute(db)
}
