import { MENTIONS_MAX } from '@quack/contract/rules/limits'
import { mentionsIn } from '@quack/contract/rules/references'
import { type Kysely, sql } from 'kysely'
import type { MemberId, PostId, Schema } from '../schema.ts'
import {
  addColumn,
  byteText,
  createTrigger,
  key,
  type Migrations,
  ofMember,
  required,
  withoutRowid,
} from './migration.ts'

export const migrations = {
  /** Notifications, and what members want to be notified of. */
  async '020-notifications'(db, engine) {
    const { schema } = db
    const text = byteText(engine)
    const end = withoutRowid(engine)

    // Each like inserts into both tables, so they have no more indexes than they need.
    await schema
      .createTable('notification_groups')
      .addColumn('recipient_id', 'bigint', ofMember)
      .addColumn('id', 'bigint', required)
      .addColumn('kind', text, required)
      .addColumn('target_id', 'bigint', required)
      .addColumn('post_id', 'bigint', (column) => column.references('posts.id').onDelete('cascade'))
      .addColumn('comment_id', 'bigint', (column) => column.references('comments.id').onDelete('cascade'))
      .addPrimaryKeyConstraint('notification_groups_pkey', ['recipient_id', 'id'])
      .modifyEnd(end)
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
      .addColumn('actor_id', 'bigint', required)
      .addColumn('kind', text, required)
      .addColumn('source_id', 'bigint', required)
      .addColumn('recipient_id', 'bigint', required)
      .addColumn('group_id', 'bigint', required)
      .addColumn('comment_id', 'bigint', (column) => column.references('comments.id').onDelete('cascade'))
      .addColumn('at', 'bigint', required)
      .addColumn('push', 'integer', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('notification_events_key', ['actor_id', 'kind', 'source_id', 'recipient_id'])
      .addForeignKeyConstraint(
        'notification_events_of',
        ['recipient_id', 'group_id'],
        'notification_groups',
        ['recipient_id', 'id'],
        (constraint) => constraint.onDelete('cascade'),
      )
      .modifyEnd(end)
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
      .addColumn(memberId, 'bigint', ofMember)
      .addColumn('kind', text, required)
      .addColumn('list', 'integer', required)
      .addColumn('push', 'integer', required)
      .addColumn('audience', text, required)
      .addPrimaryKeyConstraint('notification_kinds_key', [memberId, 'kind'])
      .modifyEnd(end)
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
      .addColumn(memberId, 'bigint', ofMember)
      .addColumn('at', 'bigint', required)
      .addPrimaryKeyConstraint('notification_mutes_key', ['post_id', memberId])
      .modifyEnd(end)
      .execute()
    // For the removal of a member.
    await schema
      .createIndex('notification_mutes_member')
      .on('notification_mutes')
      .columns([memberId, 'post_id'])
      .execute()
  },

  /** Devices that get push messages, and what is shown on them. Both belong to a session and end with it. */
  async '021-push'(db, engine) {
    const end = withoutRowid(engine)
    await db.schema
      .createTable('push_subscriptions')
      .addColumn('session_id', 'bigint', (column) =>
        column.primaryKey().notNull().references('sessions.id').onDelete('cascade'),
      )
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('endpoint', 'text', (column) => column.notNull().unique())
      .addColumn('p256dh', 'text', required)
      .addColumn('auth', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('sent_at', 'bigint')
      .addColumn('due_at', 'bigint')
      .addColumn('claimed_until', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createIndex('push_subscriptions_member')
      .on('push_subscriptions')
      .columns(['member_id', 'created_at'])
      .execute()
    await sql`create index push_subscriptions_due on push_subscriptions (due_at) where due_at is not null`.execute(db)
    await db.schema
      .createTable('push_tags')
      .addColumn('session_id', 'bigint', (column) => column.notNull().references('sessions.id').onDelete('cascade'))
      .addColumn('group_id', 'bigint', required)
      .addColumn('mark', 'bigint', (column) => column.notNull().defaultTo(0))
      .addColumn('is_held', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('shown', 'bigint', (column) => column.notNull().defaultTo(0))
      .addPrimaryKeyConstraint('push_tags_key', ['session_id', 'group_id'])
      .modifyEnd(end)
      .execute()
  },

  /**
   * Whom earlier posts mention on which only mentioned members may comment. Other texts from before migration 018 stay
   * without mentions. The statements are the same whatever is found, as a migration's have to be.
   */
  async '022-earlier-mentions'(db, engine) {
    const { rows: posts } = await sql<{ id: PostId; author_id: MemberId; content: string }>`
      select id, author_id, content from posts
      where who_may_comment = 'mentioned' and content like '%@%'
        and not exists (select 1 from post_mentions where post_id = posts.id)`.execute(db)
    // Each is [post, author, number of the mention, rank of the name, name].
    const candidates = posts.flatMap(({ id, author_id, content }) =>
      mentionsIn(content)
        .slice(0, MENTIONS_MAX)
        .flatMap((names, number) => names.map((name, rank) => [id, author_id, number, rank, name])),
    )
    const list = JSON.stringify(candidates)
    const rows =
      engine === 'sqlite' ? sql`json_each(${list})` : sql`jsonb_array_elements(${list}::jsonb) as each (value)`
    await sql`
      insert into post_mentions (post_id, member_id)
      select distinct post_id, member_id from (
        select post_id, members.id as member_id, row_number() over (partition by post_id, number order by rank) as place
        from (
          select cast(value ->> 0 as bigint) as post_id, cast(value ->> 1 as bigint) as author_id,
            cast(value ->> 2 as bigint) as number, cast(value ->> 3 as bigint) as rank, value ->> 4 as name
          from ${rows}) as named
        join members on members.username_key = named.name and members.deleted_at is null
        where not exists (
          select 1 from blocks where (blocker_id = named.author_id and blocked_id = members.id)
            or (blocker_id = members.id and blocked_id = named.author_id))
      ) as meant where place = 1`.execute(db)
  },

  /**
   * The search index: of posts by `bucket`, which is their id divided by 65,536, and of members by their ids. Triggers note
   * what has changed. Posts and members that exist already are indexed in the background, from the newest on.
   */
  async '023-search'(db, engine) {
    await (engine === 'sqlite' ? createForSqlite(db) : createForPostgres(db))
    await db.schema.createIndex('search_changes_of').on('search_changes').columns(['kind', 'of']).execute()
    await db.schema.createIndex('search_changes_at').on('search_changes').columns(['at', 'id']).execute()
    for (const table of ['posts', 'members'] as const) {
      await sql`
        insert into settings (key, value)
        select ${sql.lit(`search.${table}`)}, cast(max(id) + 1 as text) from ${sql.table(table)} having count(*) > 0`.execute(
        db,
      )
    }
  },

  /**
   * Where members have stopped reading the home feed. A post or a session that is gone leaves a position valid, so these
   * columns are plain numbers.
   */
  async '024-feed-positions'(db, engine) {
    const end = withoutRowid(engine)
    await db.schema
      .createTable('feed_positions')
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('sort', 'text', required)
      .addColumn('post_id', 'bigint', required)
      .addColumn('line_offset', 'integer', required)
      .addColumn('newest_id', 'bigint', required)
      .addColumn('read_at', 'bigint', required)
      .addColumn('session_id', 'bigint', required)
      .addColumn('device', 'text', required)
      .addPrimaryKeyConstraint('feed_positions_key', ['member_id', 'sort'])
      .modifyEnd(end)
      .execute()
  },

  /** Ways to sign in besides the password, recent authentication, and what happened to an account. */
  async '025-sign-in'(db, engine) {
    const end = withoutRowid(engine)
    await addColumn(db, 'sessions', 'method', 'text', '')
    await addColumn(db, 'sessions', 'confirmed_at', 'bigint', 0)
    await addColumn(db, 'members', 'unread_events', 'integer', 0)
    await db.schema
      .createTable('account_events')
      .addColumn('id', 'bigint', key)
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('kind', 'text', required)
      .addColumn('device', 'text', required)
      .addColumn('detail', 'text', required)
      .execute()
    await db.schema.createIndex('account_events_member').on('account_events').columns(['member_id', 'id']).execute()
    await db.schema
      .createTable('passkeys')
      .addColumn('id', 'bigint', key)
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('credential_id', 'text', (column) => column.notNull().unique())
      .addColumn('public_key', 'text', required)
      .addColumn('counter', 'bigint', required)
      .addColumn('transports', 'text', required)
      .addColumn('is_backed_up', 'integer', required)
      .addColumn('name', 'text', required)
      .addColumn('rp_id', 'text', required)
      .addColumn('used_at', 'bigint')
      .execute()
    await db.schema.createIndex('passkeys_member').on('passkeys').columns(['member_id', 'id']).execute()
    await db.schema
      .createTable('used_challenges')
      .addColumn('hash', 'text', key)
      .addColumn('expires_at', 'bigint', required)
      .modifyEnd(end)
      .execute()
    await db.schema.createIndex('used_challenges_expiry').on('used_challenges').column('expires_at').execute()
    await db.schema
      .createTable('second_factors')
      .addColumn('member_id', 'bigint', (column) =>
        column.primaryKey().notNull().references('members.id').onDelete('cascade'),
      )
      .addColumn('sealed_secret', 'text', required)
      .addColumn('enabled_at', 'bigint')
      .addColumn('last_step', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .createTable('recovery_codes')
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('code_hash', 'text', required)
      .addPrimaryKeyConstraint('recovery_codes_key', ['member_id', 'code_hash'])
      .modifyEnd(end)
      .execute()
  },

  /** Mails that wait, the addresses that members have confirmed, and how often members get a digest. */
  async '026-mails'(db, engine) {
    const { schema } = db
    const text = byteText(engine)
    await schema
      .createTable('mails')
      .addColumn('id', 'bigint', key)
      .addColumn('member_id', 'bigint', (column) => column.references('members.id').onDelete('cascade'))
      .addColumn('kind', text, required)
      .addColumn('recipient', 'text', required)
      .addColumn('body', 'text', required)
      .addColumn('due_at', 'bigint')
      .addColumn('ends_at', 'bigint', required)
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
      .addColumn('token_hash', 'text', key)
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('address', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .addColumn('expires_at', 'bigint', required)
      .execute()
    await schema.createIndex('email_tokens_member').on('email_tokens').columns(['member_id', 'created_at']).execute()

    await schema.alterTable('members').addColumn('email_confirmed_at', 'bigint').execute()
    await sql`create index members_email on members (lower(email))`.execute(db)
    // The address to which the link was sent: whoever opens it reads the mails there.
    await schema.alterTable('password_resets').addColumn('address', 'text').execute()

    await addColumn(db, 'notification_preferences', 'digest', text, 'off')
    await schema.alterTable('notification_preferences').addColumn('digest_at', 'bigint').execute()
    await sql`
      create index notification_preferences_digest on notification_preferences (digest_at) where digest_at is not null
    `.execute(db)
  },

  /** SQLite's search index is merged by the program, in small parts (merge-entries.queries.ts). */
  async '027-search-merges'(db, engine) {
    if (engine !== 'sqlite') return
    for (const index of ['search_posts', 'search_people'].map((name) => sql.table(name)))
      await sql`insert into ${index} (${index}, rank) values ('automerge', 0)`.execute(db)
  },
} satisfies Migrations

async function createForSqlite(db: Kysely<Schema>): Promise<void> {
  // The tokens are the program's: `ascii` takes all other characters than ASCII punctuation as they are.
  await sql`
    create virtual table search_posts
    using fts5(tokens, content='', contentless_delete=1, tokenize='ascii', detail=none)`.execute(db)
  // Without `prefix`, FTS5 merges the lists of all words that begin so before it returns the first row.
  await sql`
    create virtual table search_people
    using fts5(tokens, content='', contentless_delete=1, tokenize='ascii', prefix='1 2 3')`.execute(db)
  await sql`
    create table search_changes (
      id integer primary key, kind text not null, "of" bigint not null, at bigint not null)`.execute(db)
  const note = (kind: string, id: string) =>
    sql.raw(
      `insert into search_changes (kind, "of", at) values ('${kind}', ${id}, cast(unixepoch('subsec') * 1000 as integer));`,
    )
  for (const { table, kind, columns } of WATCHED) {
    const changed = columns.map((column) => `old.${column} is not new.${column}`).join(' or ')
    const [made, edited, gone] = ['made', 'edited', 'gone'].map((end) => sql.raw(`search_${table}_${end}`))
    const on = sql.table(table)
    await sql`create trigger ${made} after insert on ${on} begin ${note(kind, 'new.id')} end`.execute(db)
    await sql`
      create trigger ${edited} after update of ${sql.raw(columns.join(', '))} on ${on} when ${sql.raw(changed)}
      begin ${note(kind, 'new.id')} end`.execute(db)
    await sql`create trigger ${gone} after delete on ${on} begin ${note(kind, 'old.id')} end`.execute(db)
  }
}

async function createForPostgres(db: Kysely<Schema>): Promise<void> {
  for (const [table, key] of [
    ['search_posts', 'bucket'],
    ['search_people', 'member_id'],
  ] as const) {
    await sql`create table ${sql.table(table)} (${sql.ref(key)} bigint primary key, tokens tsvector not null)`.execute(
      db,
    )
    // Without a list of pending entries, which each search would have to read.
    await sql`
      create index ${sql.raw(`${table}_tokens`)} on ${sql.table(table)} using gin (tokens) with (fastupdate = off)`.execute(
      db,
    )
  }
  // In the order of the bytes, as on SQLite, so that the tags with one beginning are a range.
  await sql`create index tags_beginning on tags (key collate "C")`.execute(db)
  await sql`
    create table search_changes (
      id bigint primary key, kind text not null, "of" bigint not null, at bigint not null)`.execute(db)
  for (const { table, kind, columns } of WATCHED) {
    const name = sql.raw(`search_${table}`)
    await sql`
      create function ${name}() returns trigger language plpgsql as $$
      begin
        -- The id is random, because a sequence would be one for all nodes.
        insert into search_changes (id, kind, "of", at)
        values (
          floor(random() * 9007199254740991)::bigint, ${sql.lit(kind)}, coalesce(new.id, old.id),
          (extract(epoch from clock_timestamp()) * 1000)::bigint);
        return null;
      end $$`.execute(db)
    const changed = columns.map((column) => `old.${column} is distinct from new.${column}`).join(' or ')
    const [made, edited] = [`search_${table}_changed`, `search_${table}_edited`]
    await createTrigger(db, `${made} after insert or delete on ${table} for each row`, `search_${table}`)
    const edit = `after update of ${columns.join(', ')} on ${table} for each row when (${changed})`
    await createTrigger(db, `${edited} ${edit}`, `search_${table}`)
  }
}

/** The columns that are indexed. */
const WATCHED = [
  { table: 'posts', kind: 'post', columns: ['content', 'alt', 'media_type'] },
  { table: 'members', kind: 'member', columns: ['username', 'first_name', 'last_name', 'deleted_at'] },
] as const
