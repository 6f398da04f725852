import { sql } from 'kysely'
import { addColumn, byteText, key, type Migrations, required } from './migration.ts'

export const migrations = {
  /** What posts show of the first address in their texts, by the hash of the address, and hosts that do not answer. */
  async '046-link-cards'(db, engine) {
    const { schema } = db
    const hash = byteText(engine)
    await schema.alterTable('posts').addColumn('link_hash', hash).execute()
    await schema
      .createTable('link_cards')
      .addColumn('id', 'bigint', key)
      .addColumn('hash', hash, (column) => column.notNull().unique())
      .addColumn('url', 'text', required)
      .addColumn('host', 'text', required)
      .addColumn('referred_at', 'bigint', required)
      .addColumn('asked_by', 'bigint', required)
      .addColumn('due_at', 'bigint')
      .execute()
    for (const text of ['title', 'description', 'site', 'author']) await addColumn(db, 'link_cards', text, 'text', '')
    for (const number of ['changed_at', 'renew_at', 'claimed_until'])
      await addColumn(db, 'link_cards', number, 'bigint', 0)
    await addColumn(db, 'link_cards', 'attempts', 'integer', 0)
    await schema.alterTable('link_cards').addColumn('picture', hash).execute()
    await sql`create index link_cards_due on link_cards (due_at) where due_at is not null`.execute(db)
    await sql`create index link_cards_picture on link_cards (picture) where picture is not null`.execute(db)
    await sql`create index posts_link on posts (link_hash) where link_hash is not null`.execute(db)
    await schema
      .createTable('link_hosts')
      .addColumn('host', hash, key)
      .addColumn('failures', 'integer', required)
      .addColumn('rests_until', 'bigint', required)
      .execute()
    // For the job that deletes what has expired (features/cleanup).
    await schema.createIndex('link_hosts_rests').on('link_hosts').column('rests_until').execute()
  },
} satisfies Migrations
