import { sql } from 'kysely'
import { addColumn, byteText, key, type Migrations, ofMember, required, withoutRowid } from './migration.ts'

export const migrations = {
  /** The first tables. Every list that a request reads has an index in its order; every table has a primary key. */
  async '001-start'(db, engine) {
    const { schema } = db
    const pair = withoutRowid(engine)
    const text = byteText(engine)

    await schema
      .createTable('members')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('username', text, required)
      .addColumn('username_key', text, (column) => column.notNull().unique())
      .addColumn('first_name', 'text', required)
      .addColumn('last_name', 'text', required)
      .addColumn('email', 'text', required)
      .addColumn('password_hash', 'text', required)
      .addColumn('avatar_url', 'text', required)
      .addColumn('bio', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('website', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('extra', 'text', (column) => column.notNull().defaultTo('{}'))
      .addColumn('followers_count', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('following_count', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('posts_count', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('updated_at', 'bigint', required)
      .execute()
    await schema.createIndex('members_popular').on('members').columns(['followers_count', 'id']).execute()

    await schema
      .createTable('sessions')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('expires_at', 'bigint', required)
      .execute()
    await schema.createIndex('sessions_member').on('sessions').column('member_id').execute()
    await schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()

    await schema
      .createTable('posts')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('public_id', text, (column) => column.notNull().unique())
      .addColumn('author_id', 'bigint', ofMember)
      .addColumn('content', 'text', required)
      .addColumn('media_url', 'text', required)
      .addColumn('media_type', 'text', required)
      .addColumn('media_name', text)
      .addColumn('like_count', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('liked_by_count', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('disliked_by_count', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('comment_count', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('updated_at', 'bigint', required)
      .execute()
    await schema.createIndex('posts_media').on('posts').column('media_name').execute()
    await schema.createIndex('posts_author').on('posts').columns(['author_id', 'id']).execute()
    await schema.createIndex('posts_author_trending').on('posts').columns(['author_id', 'like_count', 'id']).execute()

    for (const table of ['likes', 'dislikes'] as const) {
      await schema
        .createTable(table)
        .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
        .addColumn('member_id', 'bigint', ofMember)
        .addColumn('at', 'bigint', required)
        .addPrimaryKeyConstraint(`${table}_key`, ['post_id', 'member_id'])
        .modifyEnd(pair)
        .execute()
      await schema.createIndex(`${table}_newest`).on(table).columns(['post_id', 'at']).execute()
      await schema.createIndex(`${table}_member`).on(table).column('member_id').execute()
    }

    await schema
      .createTable('like_events')
      .addColumn('at', 'bigint', (column) => column.primaryKey())
      .addColumn('post_id', 'bigint', required)
      .addColumn('delta', 'integer', required)
      .execute()

    await schema
      .createTable('comments')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('author_id', 'bigint', ofMember)
      .addColumn('text', 'text', required)
      .addColumn('upvote_count', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('downvote_count', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('updated_at', 'bigint', required)
      .execute()
    await schema.createIndex('comments_newest').on('comments').columns(['post_id', 'id']).execute()
    await schema.createIndex('comments_author').on('comments').column('author_id').execute()

    await schema
      .createTable('comment_votes')
      .addColumn('comment_id', 'bigint', (column) => column.notNull().references('comments.id').onDelete('cascade'))
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('vote', 'integer', required)
      .addColumn('at', 'bigint', required)
      .addPrimaryKeyConstraint('comment_votes_key', ['comment_id', 'member_id'])
      .modifyEnd(pair)
      .execute()
    await schema.createIndex('comment_votes_newest').on('comment_votes').columns(['comment_id', 'vote', 'at']).execute()
    await schema.createIndex('comment_votes_member').on('comment_votes').column('member_id').execute()

    await schema
      .createTable('follows')
      .addColumn('follower_id', 'bigint', ofMember)
      .addColumn('followed_id', 'bigint', ofMember)
      .addColumn('at', 'bigint', required)
      .addPrimaryKeyConstraint('follows_key', ['follower_id', 'followed_id'])
      .modifyEnd(pair)
      .execute()
    await schema.createIndex('follows_following').on('follows').columns(['follower_id', 'at']).execute()
    await schema.createIndex('follows_followers').on('follows').columns(['followed_id', 'at']).execute()

    await schema
      .createTable('follow_events')
      .addColumn('at', 'bigint', (column) => column.primaryKey())
      .addColumn('follower_id', 'bigint', required)
      .addColumn('followed_id', 'bigint', required)
      .addColumn('delta', 'integer', required)
      .execute()

    await schema
      .createTable('bookmarks')
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('at', 'bigint', required)
      .addPrimaryKeyConstraint('bookmarks_key', ['member_id', 'post_id'])
      .modifyEnd(pair)
      .execute()
    await schema.createIndex('bookmarks_newest').on('bookmarks').columns(['member_id', 'at']).execute()
    await schema.createIndex('bookmarks_post').on('bookmarks').column('post_id').execute()

    await schema
      .createTable('media')
      .addColumn('name', text, key)
      .addColumn('type', 'text', required)
      .addColumn('mime', 'text', required)
      .addColumn('bytes', 'bigint', required)
      .addColumn('width', 'integer', required)
      .addColumn('height', 'integer', required)
      .addColumn('preview', 'text', required)
      .addColumn('created_at', 'bigint', required)
      .execute()

    await schema
      .createTable('idempotency_keys')
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('key', text, required)
      .addColumn('request_hash', 'text', required)
      .addColumn('made_id', 'bigint', required)
      .addColumn('created_at', 'bigint', required)
      .addPrimaryKeyConstraint('idempotency_keys_key', ['member_id', 'key'])
      .execute()
    await schema.createIndex('idempotency_keys_age').on('idempotency_keys').column('created_at').execute()

    await schema.createTable('settings').addColumn('key', text, key).addColumn('value', 'text', required).execute()
  },

  /** Account management: where sessions were opened, one-time password links, and accounts that are being removed. */
  async '002-accounts'(db, engine) {
    const { schema } = db
    const text = byteText(engine)

    await addColumn(db, 'sessions', 'device', 'text', '')
    await addColumn(db, 'sessions', 'seen_at', 'bigint', 0)

    await schema.alterTable('members').addColumn('deleted_at', 'bigint').execute()
    await sql`create index members_leaving on members (id) where deleted_at is not null`.execute(db)

    await schema
      .createTable('password_resets')
      .addColumn('token_hash', text, key)
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('expires_at', 'bigint', required)
      .execute()
    await schema.createIndex('password_resets_member').on('password_resets').column('member_id').execute()
  },

  /** Tracks uploads, so that unreferenced media can be found and removed while others upload and post. */
  async '003-media-uploads'(db, engine) {
    const { schema } = db
    const text = byteText(engine)

    await schema.alterTable('media').addColumn('removing_at', 'bigint').execute()
    await schema.createIndex('media_removing').on('media').column('removing_at').execute()
    await schema.createIndex('members_avatar').on('members').column('avatar_url').execute()

    await schema
      .createTable('media_uploads')
      .addColumn('name', text, required)
      .addColumn('member_id', 'bigint', required)
      .addColumn('at', 'bigint', required)
      .addPrimaryKeyConstraint('media_uploads_key', ['name', 'member_id'])
      .execute()
    await schema.createIndex('media_uploads_at').on('media_uploads').column('at').execute()
    // The sweep for unreferenced media checks the rows of this table. So it also checks media that were uploaded earlier.
    await sql`insert into media_uploads (name, member_id, at) select name, 0, created_at from media`.execute(db)
  },

  /** Further properties of media: frames, posters, and the state of videos that have to be converted. */
  async '004-media-conversions'(db) {
    const { schema } = db
    await schema.alterTable('media').addColumn('frames', 'integer').execute()
    await schema.alterTable('media').addColumn('duration', 'integer').execute()
    for (const column of ['has_poster', 'attempts']) await addColumn(db, 'media', column, 'integer', 0)
    await addColumn(db, 'media', 'claimed_until', 'bigint', 0)
    await addColumn(db, 'media', 'state', 'text', 'ready')
    await sql`create index media_converting on media (created_at) where state = 'converting'`.execute(db)
  },

  /** For operators: suspended members, and media that are kept while a backup copies them. */
  async '005-operations'(db) {
    await db.schema.alterTable('members').addColumn('suspended_at', 'bigint').execute()
    await sql`create index members_suspended on members (id) where suspended_at is not null`.execute(db)
    // The row exists from the start, so that it can be locked.
    await sql`insert into settings (key, value) values ('media-kept-until', '0')`.execute(db)
  },

  /** The description of a post's media. */
  async '006-post-alt'(db) {
    await addColumn(db, 'posts', 'alt', 'text', '')
  },

  /** Marks the account that all guests of the demo share. Its name alone is not enough: anybody could have taken it. */
  async '007-shared-account'(db) {
    await addColumn(db, 'members', 'is_shared', 'integer', 0)
    // The demo created its guest with this username and email, and members can change neither.
    await sql`
      update members set is_shared = 1
      where username_key = 'guest' and email = 'guest@example.com'
        and exists (select 1 from settings where key = 'demo-filled')`.execute(db)
  },

  /** Each event stores the id of its PostgreSQL transaction. On SQLite, the ids of events follow the commit order. */
  async '008-event-transactions'(db, engine) {
    if (engine === 'sqlite') return
    for (const table of ['like_events', 'follow_events']) {
      // Older cursors are refused, so these rows are no longer needed. Indexing them would delay writers.
      await sql`truncate ${sql.table(table)}`.execute(db)
      await sql`
        alter table ${sql.table(table)}
        add column transaction_id bigint not null default (pg_current_xact_id()::text::bigint)`.execute(db)
      await db.schema.createIndex(`${table}_transaction`).on(table).column('transaction_id').execute()
    }
  },

  /**
   * The invalidations of all nodes' commits (postgres/invalidations.ts). Triggers fill the table. On SQLite there is one
   * server process, which keeps them in memory.
   */
  async '009-invalidations'(db, engine) {
    if (engine === 'sqlite') return
    await sql`
      create table invalidations (
        transaction_id xid8 not null default pg_current_xact_id(),
        kind text collate "C" not null,
        a bigint not null,
        b bigint not null,
        primary key (transaction_id, kind, a, b)
      )`.execute(db)
    // One row. Invalidations of transactions before `oldest` may have been deleted; those before `next` are deleted next.
    await sql`
      create table invalidations_kept (
        id smallint primary key default 1 check (id = 1),
        oldest xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
        next xid8 not null default pg_snapshot_xmin(pg_current_snapshot()),
        moved_at timestamptz not null default now(),
        triggers text not null default ''
      )`.execute(db)
    await sql`insert into invalidations_kept default values`.execute(db)
  },

  /**
   * Covering indexes, so that a member's reactions and followers are read by index-only scans. On SQLite these indexes
   * already contain the columns of the primary key.
   */
  async '010-covering-indexes'(db, engine) {
    if (engine === 'sqlite') return
    for (const table of ['likes', 'dislikes'] as const) {
      await db.schema.dropIndex(`${table}_member`).execute()
      await db.schema.createIndex(`${table}_member`).on(table).columns(['member_id', 'post_id']).execute()
    }
    await db.schema.dropIndex('follows_followers').execute()
    await sql`create index follows_followers on follows (followed_id, at) include (follower_id)`.execute(db)
  },

  /** The post that a member has pinned to the profile. The primary key makes it one at most. */
  async '011-pinned-posts'(db, engine) {
    await db.schema
      .createTable('pinned_posts')
      .addColumn('member_id', 'bigint', (column) =>
        column.primaryKey().notNull().references('members.id').onDelete('cascade'),
      )
      .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .modifyEnd(withoutRowid(engine))
      .execute()
    await db.schema.createIndex('pinned_posts_post').on('pinned_posts').column('post_id').execute()
  },

  /** Who has blocked whom. Both directions are read for each viewer, each from one index. */
  async '012-blocks'(db, engine) {
    await db.schema
      .createTable('blocks')
      .addColumn('blocker_id', 'bigint', ofMember)
      .addColumn('blocked_id', 'bigint', ofMember)
      .addColumn('at', 'bigint', required)
      .addPrimaryKeyConstraint('blocks_key', ['blocker_id', 'blocked_id'])
      .modifyEnd(withoutRowid(engine))
      .execute()
    await db.schema.createIndex('blocks_blocked').on('blocks').columns(['blocked_id', 'blocker_id']).execute()
    await db.schema.createIndex('blocks_newest').on('blocks').columns(['blocker_id', 'at']).execute()
  },
} satisfies Migrations
