import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** Notifications, and what members want to be notified of. */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { schema } = db
  const text = engine === 'sqlite' ? sql`text` : sql`text collate "C"`
  const withoutRowid = engine === 'sqlite' ? sql`without rowid` : sql``

  // Each like inserts into both tables, so they have no more indexes than they need.
  await schema
    .createTable('notification_groups')
    .addColumn('recipient_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('id', 'bigint', (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('target_id', 'bigint', (column) => column.notNull())
    .addColumn('post_id', 'bigint', (column) => column.references('posts.id').onDelete('cascade'))
    .addColumn('comment_id', 'bigint', (column) => column.references('comments.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('notification_groups_pkey', ['recipient_id', 'id'])
    .modifyEnd(withoutRowid)
    .execute()
  // Both find the group that takes an event. The first one is also for the removal of a post.
  await sql`
    create index notification_groups_post on notification_groups (post_id, recipient_id, kind, target_id, id)
    where post_id is not null`.execute(db)
  await sql`
    create index notification_groups_others on notification_groups (recipient_id, kind, id) where post_id is null
  `.execute(db)
  await sql`
    create index notification_groups_foreign on notification_groups (recipient_id)
    where kind in ('reply', 'mention', 'upvote')`.execute(db)
  await sql`
    create index notification_groups_comment on notification_groups (comment_id) where comment_id is not null
  `.execute(db)

  await schema
    .createTable('notification_events')
    .addColumn('actor_id', 'bigint', (column) => column.notNull())
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('source_id', 'bigint', (column) => column.notNull())
    .addColumn('recipient_id', 'bigint', (column) => column.notNull())
    .addColumn('group_id', 'bigint', (column) => column.notNull())
    .addColumn('comment_id', 'bigint', (column) => column.references('comments.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('push', 'integer', (column) => column.notNull().defaultTo(0))
    .addPrimaryKeyConstraint('notification_events_key', ['actor_id', 'kind', 'source_id', 'recipient_id'])
    .addForeignKeyConstraint(
      'notification_events_of',
      ['recipient_id', 'group_id'],
      'notification_groups',
      ['recipient_id', 'id'],
      (constraint) => constraint.onDelete('cascade'),
    )
    .modifyEnd(withoutRowid)
    .execute()
  await schema
    .createIndex('notification_events_group')
    .on('notification_events')
    .columns(['recipient_id', 'group_id', 'at', 'actor_id'])
    .execute()
  await sql`
    create index notification_events_comment on notification_events (comment_id) where comment_id is not null
  `.execute(db)
  await sql`create index notification_events_push on notification_events (recipient_id) where push = 1`.execute(db)

  const memberId = 'member_id'
  await schema
    .createTable('notification_kinds')
    .addColumn(memberId, 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('kind', text, (column) => column.notNull())
    .addColumn('list', 'integer', (column) => column.notNull())
    .addColumn('push', 'integer', (column) => column.notNull())
    .addColumn('audience', text, (column) => column.notNull())
    .addPrimaryKeyConstraint('notification_kinds_key', [memberId, 'kind'])
    .modifyEnd(withoutRowid)
    .execute()
  await schema
    .createTable('notification_preferences')
    .addColumn(memberId, 'bigint', (column) =>
      column.primaryKey().notNull().references('members.id').onDelete('cascade'),
    )
    .addColumn('read_to', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('push_text', 'integer', (column) => column.notNull().defaultTo(1))
    .addColumn('quiet_hours', 'text')
    .execute()
  await schema
    .createTable('notification_mutes')
    .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .addColumn(memberId, 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('notification_mutes_key', ['post_id', memberId])
    .modifyEnd(withoutRowid)
    .execute()
  // For the removal of a member.
  await schema
    .createIndex('notification_mutes_member')
    .on('notification_mutes')
    .columns([memberId, 'post_id'])
    .execute()
}
