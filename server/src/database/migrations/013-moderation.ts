import { sql } from 'kysely'
import { addColumn, byteText, key, type Migrations, ofMember, required, withoutRowid } from './migration.ts'

export const migrations = {
  /** Roles, reports, moderators' decisions, sign-ups that need an approval or an invitation, and the audit log. */
  async '013-moderation'(db, engine) {
    const { schema } = db
    const text = byteText(engine)

    await schema.alterTable('members').addColumn('role', text).execute()
    await schema.alterTable('members').addColumn('suspended_until', 'bigint').execute()
    await addColumn(db, 'members', 'unread_decisions', 'integer', 0)
    await sql`create index members_staff on members (username_key) where role is not null`.execute(db)
    await sql`create index members_suspended_names on members (username_key) where suspended_at is not null`.execute(db)

    await schema.alterTable('posts').addColumn('hidden_at', 'bigint').execute()
    await sql`create index posts_hidden on posts (id) where hidden_at is not null`.execute(db)

    // For the statistics.
    await schema.createIndex('media_bytes').on('media').column('bytes').execute()

    await schema
      .createTable('reports')
      .addColumn('id', 'bigint', key)
      .addColumn('reporter_id', 'bigint', ofMember)
      .addColumn('subject_id', 'bigint', ofMember)
      .addColumn('target_kind', text, required)
      .addColumn('target_id', 'bigint', required)
      .addColumn('rule', 'text', required)
      .addColumn('text', 'text', required)
      .addColumn('copy', 'text', required)
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
      .addColumn('id', 'bigint', key)
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('target_kind', text, required)
      .addColumn('target_id', 'bigint', required)
      .addColumn('copy', 'text', required)
      .addColumn('actions', 'text', required)
      .addColumn('message', 'text', required)
      .addColumn('suspended_until', 'bigint')
      .addColumn('appeal', 'text')
      .addColumn('appealed_at', 'bigint')
      .addColumn('appeal_state', text)
      .addColumn('appeal_answer', 'text')
      .execute()
    await schema.createIndex('decisions_member').on('decisions').columns(['member_id', 'id']).execute()
    await sql`create index decisions_appealed on decisions (appeal_state, id) where appeal_state is not null`.execute(
      db,
    )

    await schema
      .createTable('applications')
      .addColumn('id', 'bigint', key)
      .addColumn('username', 'text', required)
      .addColumn('username_key', text, (column) => column.notNull().unique())
      .addColumn('first_name', 'text', required)
      .addColumn('last_name', 'text', required)
      .addColumn('email', 'text', required)
      .addColumn('password_hash', 'text', required)
      .addColumn('avatar_url', 'text', required)
      .addColumn('extra', 'text', required)
      .addColumn('answer', 'text', required)
      .addColumn('rejected_at', 'bigint')
      .addColumn('reason', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await sql`create index applications_waiting on applications (id) where rejected_at is null`.execute(db)
    await sql`create index applications_rejected on applications (rejected_at) where rejected_at is not null`.execute(
      db,
    )

    await schema
      .createTable('invitations')
      .addColumn('id', 'bigint', key)
      .addColumn('token_hash', text, (column) => column.notNull().unique())
      .addColumn('creator_id', 'bigint', ofMember)
      .addColumn('uses', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('max_uses', 'integer', required)
      .addColumn('expires_at', 'bigint', required)
      .execute()
    await schema.createIndex('invitations_creator').on('invitations').column('creator_id').execute()

    await schema
      .createTable('audit_log')
      .addColumn('id', 'bigint', key)
      .addColumn('actor_id', 'bigint')
      .addColumn('action', text, required)
      .addColumn('target_kind', text, required)
      .addColumn('target_id', 'bigint')
      .addColumn('detail', 'text', required)
      .execute()
    // PostgreSQL's triggers are created with the others (postgres-triggers.ts).
    if (engine === 'postgres') return
    for (const event of ['update', 'delete']) {
      await sql`
        create trigger ${sql.raw(`audit_log_no_${event}`)} before ${sql.raw(event)} on audit_log
        begin select raise(abort, 'the audit log is append-only'); end`.execute(db)
    }
  },

  /** Muted members, and muted words and phrases. `ends_at` is null for a mute without an end. */
  async '014-mutes'(db, engine) {
    const end = withoutRowid(engine)
    await db.schema
      .createTable('mutes')
      .addColumn('muter_id', 'bigint', ofMember)
      .addColumn('muted_id', 'bigint', ofMember)
      .addColumn('at', 'bigint', required)
      .addColumn('ends_at', 'bigint')
      .addColumn('with_notifications', 'integer', required)
      .addPrimaryKeyConstraint('mutes_key', ['muter_id', 'muted_id'])
      .modifyEnd(end)
      .execute()
    await db.schema.createIndex('mutes_newest').on('mutes').columns(['muter_id', 'at']).execute()
    await db.schema.createIndex('mutes_muted').on('mutes').column('muted_id').execute()
    await db.schema
      .createTable('muted_words')
      .addColumn('id', 'bigint', key)
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('phrase', 'text', required)
      .addColumn('action', 'text', required)
      .addColumn('ends_at', 'bigint')
      .execute()
    await db.schema.createIndex('muted_words_member').on('muted_words').columns(['member_id', 'id']).execute()
  },

  /** Who may comment on a post, and comments that the post's author has hidden. */
  async '015-comment-rules'(db) {
    await addColumn(db, 'posts', 'who_may_comment', 'text', 'everyone')
    await addColumn(db, 'comments', 'is_hidden', 'integer', 0)
  },

  /** Accounts whose posts only followers see, by their own choice or by a moderator's, and requests to follow them. */
  async '016-private-accounts'(db, engine) {
    await addColumn(db, 'members', 'is_private', 'integer', 0)
    await db.schema.alterTable('members').addColumn('limited_at', 'bigint').execute()
    const end = withoutRowid(engine)
    await db.schema
      .createTable('follow_requests')
      .addColumn('follower_id', 'bigint', ofMember)
      .addColumn('followed_id', 'bigint', ofMember)
      .addColumn('at', 'bigint', required)
      .addPrimaryKeyConstraint('follow_requests_key', ['follower_id', 'followed_id'])
      .modifyEnd(end)
      .execute()
    await db.schema
      .createIndex('follow_requests_newest')
      .on('follow_requests')
      .columns(['followed_id', 'at', 'follower_id'])
      .execute()
  },

  /** Lets live events tell that a comment was hidden or shown, which no count of the post does. */
  async '017-comments-version'(db) {
    await addColumn(db, 'posts', 'comments_version', 'integer', 0)
  },

  /** Whom posts and comments mention. Those that exist already have no rows: their texts stay as they are. */
  async '018-mentions'(db, engine) {
    const end = withoutRowid(engine)
    for (const [table, column, of] of [
      ['post_mentions', 'post_id', 'posts.id'],
      ['comment_mentions', 'comment_id', 'comments.id'],
    ] as const) {
      await db.schema
        .createTable(table)
        .addColumn(column, 'bigint', (each) => each.notNull().references(of).onDelete('cascade'))
        .addColumn('member_id', 'bigint', ofMember)
        .addPrimaryKeyConstraint(`${table}_key`, [column, 'member_id'])
        .modifyEnd(end)
        .execute()
      // For the removal of a member.
      await db.schema.createIndex(`${table}_member`).on(table).columns(['member_id', column]).execute()
    }
  },

  /** The hashtags of posts, and who follows them. Posts that exist already have no rows: they get them when they are edited. */
  async '019-tags'(db, engine) {
    const end = withoutRowid(engine)
    await db.schema
      .createTable('tags')
      .addColumn('id', 'bigint', (column) => column.primaryKey())
      .addColumn('key', 'text', (column) => column.notNull().unique())
      .addColumn('name', 'text', required)
      .execute()
    await db.schema
      .createTable('post_tags')
      .addColumn('tag_id', 'bigint', (column) => column.notNull().references('tags.id'))
      .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      // That of the post, so that lists need not read the posts. It has no foreign key: the rows go with the post.
      .addColumn('author_id', 'bigint', required)
      .addPrimaryKeyConstraint('post_tags_key', ['tag_id', 'post_id'])
      .modifyEnd(end)
      .execute()
    // For the removal of a post, and the tags of the last day.
    await db.schema.createIndex('post_tags_post').on('post_tags').columns(['post_id', 'tag_id', 'author_id']).execute()
    await db.schema
      .createTable('tag_follows')
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('tag_id', 'bigint', (column) => column.notNull().references('tags.id'))
      .addColumn('at', 'bigint', required)
      .addPrimaryKeyConstraint('tag_follows_key', ['member_id', 'tag_id'])
      .modifyEnd(end)
      .execute()
    // For its foreign key: SQLite searches it when a tag is inserted.
    await db.schema.createIndex('tag_follows_tag').on('tag_follows').columns(['tag_id', 'member_id']).execute()
  },
} satisfies Migrations
