import { type ColumnDefinitionBuilder, type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'
import { addColumn, byteText, createTrigger, key, type Migrations, ofMember, required } from './migration.ts'

export const migrations = {
  /**
   * Of a change of address, the session that asked for it; of a session, when the member last proved who they are; how many
   * mails an address was sent that no account has confirmed; of media, who has uploaded them; of moderators' decisions,
   * which measures are in force because of them; of devices, their push service; and search begins anew.
   */
  async '028-access'(db, engine) {
    await db.schema.alterTable('email_tokens').addColumn('session_id', 'bigint').execute()
    await addColumn(db, 'sessions', 'proved_at', 'bigint', 0)
    await db
      .updateTable('sessions')
      .set((eb) => ({ proved_at: eb.ref('confirmed_at') }))
      .execute()
    await db.schema
      .createTable('mailed_strangers')
      // Random: nothing refers to it.
      .addColumn('id', 'bigint', key)
      .addColumn('recipient_hash', byteText(engine), required)
      .addColumn('at', 'bigint', required)
      .execute()
    await db.schema
      .createIndex('mailed_strangers_recipient')
      .on('mailed_strangers')
      .columns(['recipient_hash', 'at'])
      .execute()
    await db.schema
      .createTable('media_uploaders')
      .addColumn('name', byteText(engine), (column) => column.notNull().references('media.name').onDelete('cascade'))
      .addColumn('member_id', 'bigint', ofMember)
      .addPrimaryKeyConstraint('media_uploaders_pkey', ['name', 'member_id'])
      .execute()
    await db.schema.createIndex('media_uploaders_member').on('media_uploaders').column('member_id').execute()

    await addColumn(db, 'push_subscriptions', 'service', byteText(engine), '')

    for (const measure of ['suspends', 'limits', 'hides']) await addColumn(db, 'decisions', measure, 'integer', 0)
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
  },

  /** Whether a member opens the home feed where they have stopped reading. */
  async '029-home-start'(db) {
    await addColumn(db, 'members', 'resumes_home', 'integer', 0)
  },

  /**
   * Hashtags and mentions of texts from before migrations 018 and 019, and hashtags whose keys have changed since, are stored
   * in the background (features/references): for each table, all rows with larger ids than the setting says.
   */
  async '030-earlier-references'(db) {
    for (const table of ['tags', 'posts', 'comments'])
      await sql`
        insert into settings (key, value)
        select ${sql.lit(`references.${table}`)}, '0' where exists (select 1 from ${sql.table(table)})`.execute(db)
  },

  /**
   * The like_count of each post beside its hashtags, so that the posts of a hashtag have an index in the order of Trending.
   * Triggers keep it equal to that of the post, whoever writes either of them.
   */
  async '031-tag-likes'(db, engine) {
    await addColumn(db, 'post_tags', 'like_count', 'integer', 0)
    await (engine === 'sqlite' ? fillOnSqlite(db) : fillOnPostgres(db))
    await db.schema
      .createIndex('post_tags_trending')
      .on('post_tags')
      .columns(['tag_id', 'like_count', 'post_id', 'author_id'])
      .execute()
  },

  /** The language in which a post was written, as far as the writer's browser said it. */
  async '032-post-languages'(db) {
    await db.schema.alterTable('posts').addColumn('lang', 'text').execute()
  },

  /** For the job that deletes what has expired (features/cleanup). */
  async '033-expiry'(db) {
    const { schema } = db
    await schema.createIndex('password_resets_expiry').on('password_resets').column('expires_at').execute()
    await schema.createIndex('email_tokens_age').on('email_tokens').column('created_at').execute()
    await schema.createIndex('mailed_strangers_age').on('mailed_strangers').column('at').execute()
  },

  /** The back-off of a push service for a member, which is longer than the life of a subscription. */
  async '034-push-back-offs'(db, engine) {
    const { schema } = db
    await schema
      .createTable('push_back_offs')
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('service', byteText(engine), required)
      .addColumn('attempts', 'integer', required)
      .addColumn('due_at', 'bigint', required)
      .addPrimaryKeyConstraint('push_back_offs_pkey', ['member_id', 'service'])
      .execute()
    // For the job that deletes what has expired (features/cleanup).
    await schema.createIndex('push_back_offs_due').on('push_back_offs').column('due_at').execute()
  },

  /** Apps of other makers. What they act by for a member is a session with scopes. */
  async '035-apps'(db, engine) {
    const { schema } = db
    const text = byteText(engine)
    const ofApp = (column: ColumnDefinitionBuilder) => column.notNull().references('apps.id').onDelete('cascade')
    await schema
      .createTable('apps')
      .addColumn('id', 'bigint', key)
      .addColumn('client_id', text, (column) => column.notNull().unique())
      .addColumn('secret_hash', text, required)
      .addColumn('name', 'text', required)
      .addColumn('website', 'text', required)
      .addColumn('redirect_uris', 'text', required)
      .addColumn('scopes', 'text', required)
      .addColumn('expires_at', 'bigint', required)
      .execute()
    await schema.createIndex('apps_expiry').on('apps').column('expires_at').execute()
    await schema
      .createTable('app_codes')
      .addColumn('code_hash', text, key)
      .addColumn('app_id', 'bigint', ofApp)
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('redirect_uri', 'text', required)
      .addColumn('scopes', 'text', required)
      .addColumn('challenge', 'text', required)
      .addColumn('session_id', 'bigint')
      .addColumn('expires_at', 'bigint', required)
      .execute()
    await schema
      .createTable('app_tokens')
      .addColumn('token_hash', text, key)
      .addColumn('app_id', 'bigint', ofApp)
      .addColumn('scopes', 'text', required)
      .addColumn('expires_at', 'bigint', required)
      .execute()
    for (const table of ['app_codes', 'app_tokens'] as const) {
      await schema.createIndex(`${table}_app`).on(table).column('app_id').execute()
      await schema.createIndex(`${table}_expiry`).on(table).column('expires_at').execute()
    }
    await schema.createIndex('app_codes_member').on('app_codes').column('member_id').execute()
    await schema
      .alterTable('sessions')
      .addColumn('app_id', 'bigint', (column) => column.references('apps.id').onDelete('cascade'))
      .execute()
    await schema.alterTable('sessions').addColumn('scopes', 'text').execute()
    await schema.alterTable('sessions').addColumn('token_hash', text).execute()
    await sql`create index sessions_app on sessions (app_id) where app_id is not null`.execute(db)
    await sql`create unique index sessions_token on sessions (token_hash) where token_hash is not null`.execute(db)
  },

  /** What apps show and send: a picture's colours as a BlurHash, and the description of an upload until its post is written. */
  async '036-app-media'(db) {
    await db.schema.alterTable('media').addColumn('blurhash', 'text').execute()
    await addColumn(db, 'media_uploaders', 'alt', 'text', '')
  },

  /** What an app wants push messages of. */
  async '037-app-alerts'(db) {
    await db.schema.alterTable('push_subscriptions').addColumn('alerts', 'text').execute()
  },

  /** Whether a program posts for the member. */
  async '038-bots'(db) {
    await addColumn(db, 'members', 'is_bot', 'integer', 0)
  },

  /** Which comment on the same post a comment answers. Only apps of other makers say and show it. */
  async '039-answers'(db) {
    await db.schema.alterTable('comments').addColumn('answers_id', 'bigint').execute()
  },

  /**
   * Trees of comments: the comment at the top of each answer's branch, and the places of deleted comments that have answers.
   * Answers from before have the place of what they answer, if that is gone, at the top.
   */
  async '040-branches'(db) {
    const { schema } = db
    await schema.alterTable('comments').addColumn('top_id', 'bigint').execute()
    await schema
      .createTable('comment_places')
      .addColumn('id', 'bigint', key)
      .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('answers_id', 'bigint')
      .addColumn('top_id', 'bigint', required)
      .execute()
    await schema.createIndex('comment_places_post').on('comment_places').columns(['post_id', 'id']).execute()
    await schema.createIndex('comment_places_branch').on('comment_places').columns(['top_id', 'id']).execute()
    await sql`
      insert into comment_places (id, post_id, answers_id, top_id)
      select distinct answers_id, post_id, cast(null as bigint), answers_id from comments as answering
      where answers_id is not null
        and not exists (select 1 from comments as answered where answered.id = answering.answers_id)`.execute(db)
    await sql`
      update comments set top_id = (
        with recursive above (id, answers_id) as (
          select own.id, own.answers_id from comments as own where own.id = comments.id
          union all select up.id, up.answers_id from above join comments as up on up.id = above.answers_id)
        select min(coalesce(answers_id, id)) from above
        where answers_id is null or not exists (select 1 from comments as up where up.id = above.answers_id))
      where answers_id is not null`.execute(db)
    await sql`
      create index comments_branch on comments (top_id, id, answers_id, author_id) where top_id is not null`.execute(db)
    await sql`create index comments_answers on comments (answers_id) where answers_id is not null`.execute(db)
    // Answers to comments notify, also under posts of others.
    await schema.dropIndex('notification_groups_foreign').execute()
    await sql`
      create index notification_groups_foreign on notification_groups (recipient_id)
      where kind in ('answer', 'reply', 'mention', 'upvote')`.execute(db)
    await sql`create index comments_tops on comments (post_id, id) where answers_id is null`.execute(db)
  },

  /** The pictures of posts after the first one. Triggers have the files checked that one no longer shows. */
  async '041-pictures'(db, engine) {
    await addColumn(db, 'posts', 'further_alts', 'text', '')
    await db.schema
      .createTable('post_pictures')
      .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('position', 'integer', required)
      .addColumn('name', byteText(engine), required)
      .addColumn('alt', 'text', required)
      .addPrimaryKeyConstraint('post_pictures_pkey', ['post_id', 'position'])
      .execute()
    await db.schema.createIndex('post_pictures_name').on('post_pictures').column('name').execute()
    await (engine === 'sqlite' ? watchPicturesOnSqlite(db) : watchPicturesOnPostgres(db))
  },

  /**
   * The invalidations since a snapshot, which each node reads before cached data are used. It is a function because of its
   * settings: a plan that was made while the table was empty would read all of it after a transaction that changed much.
   */
  async '042-since'(db, engine) {
    if (engine === 'sqlite') return
    await sql`
      create function invalidations_since(earlier pg_snapshot, most bigint)
      returns table (kind text, a bigint, b bigint)
      language plpgsql stable set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
      begin
        return query
          select found.kind, found.a, found.b from invalidations as found
          where found.transaction_id >= pg_snapshot_xmax(earlier)
            and found.transaction_id < pg_snapshot_xmax(pg_current_snapshot())
          limit most;
        return query
          select during.kind, during.a, during.b from pg_snapshot_xip(earlier) as running (id) cross join lateral (
            select found.kind, found.a, found.b from invalidations as found where found.transaction_id = running.id
            order by found.transaction_id, found.kind, found.a, found.b
            limit most
          ) as during
          limit most;
      end $$`.execute(db)
  },

  /** Reposts, who may repost a post, what new posts of a member allow, and whose reposts a member does not want. */
  async '043-reposts'(db) {
    await addColumn(db, 'posts', 'repost_count', 'integer', 0)
    await addColumn(db, 'posts', 'who_may_repost', 'text', 'everyone')
    await addColumn(db, 'members', 'who_may_repost', 'text', 'everyone')
    await addColumn(db, 'follows', 'hides_reposts', 'integer', 0)
    await db.schema
      .createTable('reposts')
      .addColumn('id', 'bigint', key)
      .addColumn('member_id', 'bigint', ofMember)
      .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .execute()
    await db.schema.createIndex('reposts_key').on('reposts').columns(['member_id', 'post_id']).unique().execute()
    await db.schema.createIndex('reposts_post').on('reposts').columns(['post_id', 'id', 'member_id']).execute()
    await db.schema.createIndex('reposts_member').on('reposts').columns(['member_id', 'id', 'post_id']).execute()
  },

  /** The places of a post that answer nothing are found without the others. */
  async '044-places'({ schema }) {
    await schema.dropIndex('comment_places_post').execute()
    const ofPost = schema.createIndex('comment_places_post').on('comment_places')
    await ofPost.columns(['post_id', 'answers_id', 'id']).execute()
  },

  /** Which post a post quotes, how many quote it, and who may. */
  async '045-quotes'(db, engine) {
    await db.schema.alterTable('posts').addColumn('quoted_id', 'bigint').execute()
    await addColumn(db, 'posts', 'quote_count', 'integer', 0)
    await addColumn(db, 'posts', 'who_may_quote', 'text', 'everyone')
    await addColumn(db, 'members', 'who_may_quote', 'text', 'everyone')
    await sql`create index posts_quoted on posts (quoted_id, id) where quoted_id > 0`.execute(db)
    await (engine === 'sqlite' ? countQuotesOnSqlite(db) : countQuotesOnPostgres(db))
    // Quotes are posts of others.
    await db.schema.dropIndex('notification_groups_foreign').execute()
    await sql`
      create index notification_groups_foreign on notification_groups (recipient_id)
      where kind in ('answer', 'reply', 'mention', 'upvote', 'quote')`.execute(db)
  },
} satisfies Migrations

/** The pictures that no post shows any more, however they went, and the descriptions that search reads. */
async function watchPicturesOnSqlite(db: Kysely<Schema>): Promise<void> {
  await sql`
    create trigger post_pictures_released after delete on post_pictures
    begin
      insert into media_uploads (name, member_id, at) values (old.name, 0, 0)
      on conflict (name, member_id) do update set at = 0;
    end`.execute(db)
  await sql`
    create trigger search_posts_described after update of further_alts on posts
    when old.further_alts is not new.further_alts
    begin
      insert into search_changes (kind, "of", at) values ('post', new.id, cast(unixepoch('subsec') * 1000 as integer));
    end`.execute(db)
}

async function watchPicturesOnPostgres(db: Kysely<Schema>): Promise<void> {
  await sql`
    create function post_pictures_released() returns trigger language plpgsql as $$
    begin
      insert into media_uploads (name, member_id, at) values (old.name, 0, 0)
      on conflict (name, member_id) do update set at = 0;
      return null;
    end $$`.execute(db)
  const released = 'post_pictures_released'
  await createTrigger(db, `${released} after delete on post_pictures for each row`, released)
  await createTrigger(
    db,
    'search_posts_described after update of further_alts on posts for each row when (old.further_alts <> new.further_alts)',
    'search_posts',
  )
}

const DELETE_QUOTE_EVENTS = sql`
  delete from notification_events where actor_id = old.author_id and kind = 'quote' and source_id = old.id`

/**
 * The counts of quotes, and the end of their notifications: posts go in many ways, by their authors, moderators, and with
 * accounts. The quoted post first, which its own deletion locks before its notifications.
 */
async function countQuotesOnSqlite(db: Kysely<Schema>): Promise<void> {
  const gone = sql`
    begin
      update posts set quote_count = quote_count - 1 where id = old.quoted_id;
      ${DELETE_QUOTE_EVENTS};
    end`
  await sql`
    create trigger quotes_added after insert on posts when new.quoted_id > 0
    begin update posts set quote_count = quote_count + 1 where id = new.quoted_id; end`.execute(db)
  await sql`create trigger quotes_gone after delete on posts when old.quoted_id > 0 ${gone}`.execute(db)
  await sql`
    create trigger quotes_withdrawn after update of quoted_id on posts
    when old.quoted_id > 0 and new.quoted_id = 0 ${gone}`.execute(db)
}

async function countQuotesOnPostgres(db: Kysely<Schema>): Promise<void> {
  await sql`
    create function quotes_counted() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then update posts set quote_count = quote_count + 1 where id = new.quoted_id;
      else
        update posts set quote_count = quote_count - 1 where id = old.quoted_id;
        ${DELETE_QUOTE_EVENTS};
      end if;
      return null;
    end $$`.execute(db)
  const counted = 'quotes_counted'
  for (const event of [
    'quotes_added after insert on posts for each row when (new.quoted_id > 0)',
    'quotes_gone after delete on posts for each row when (old.quoted_id > 0)',
    'quotes_withdrawn after update of quoted_id on posts for each row when (old.quoted_id > 0 and new.quoted_id = 0)',
  ])
    await createTrigger(db, event, counted)
}

async function fillOnSqlite(db: Kysely<Schema>): Promise<void> {
  await sql`
    create trigger tag_likes_changed after update of like_count on posts when old.like_count is not new.like_count
    begin update post_tags set like_count = new.like_count where post_id = new.id; end`.execute(db)
  await sql`
    create trigger tag_likes_started after insert on post_tags
    when new.like_count <> (select like_count from posts where id = new.post_id)
    begin
      update post_tags set like_count = (select like_count from posts where id = new.post_id)
      where tag_id = new.tag_id and post_id = new.post_id;
    end`.execute(db)
  await sql`
    update post_tags set like_count = (select like_count from posts where id = post_id)
    where post_id in (select id from posts where like_count <> 0)`.execute(db)
}

async function fillOnPostgres(db: Kysely<Schema>): Promise<void> {
  await sql`
    create function tag_likes_changed() returns trigger language plpgsql as $$
    begin
      update post_tags set like_count = new.like_count where post_id = new.id;
      return null;
    end $$`.execute(db)
  await sql`
    create function tag_likes_started() returns trigger language plpgsql as $$
    begin
      -- Waits for a like that is not committed yet: its own update would not find this row.
      select like_count into new.like_count from posts where id = new.post_id for share;
      new.like_count := coalesce(new.like_count, 0);
      return new;
    end $$`.execute(db)
  await createTrigger(
    db,
    'tag_likes_changed after update of like_count on posts for each row when (old.like_count <> new.like_count)',
    'tag_likes_changed',
  )
  await createTrigger(db, 'tag_likes_started before insert on post_tags for each row', 'tag_likes_started')
  // No cache depends on these counts yet, so the rows need no invalidations.
  await sql`alter table post_tags disable trigger user`.execute(db)
  await sql`
    update post_tags set like_count = posts.like_count from posts
    where posts.id = post_tags.post_id and posts.like_count <> 0`.execute(db)
  await sql`alter table post_tags enable trigger user`.execute(db)
}
