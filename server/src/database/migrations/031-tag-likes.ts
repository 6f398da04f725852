import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/**
 * The like_count of each post beside its hashtags, so that the posts of a hashtag have an index in the order of Trending.
 * Triggers keep it equal to that of the post, whoever writes either of them.
 */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  await db.schema
    .alterTable('post_tags')
    .addColumn('like_count', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await (engine === 'sqlite' ? fillOnSqlite(db) : fillOnPostgres(db))
  await db.schema
    .createIndex('post_tags_trending')
    .on('post_tags')
    .columns(['tag_id', 'like_count', 'post_id', 'author_id'])
    .execute()
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

/** With the schema's name: functions of a temporary schema, in which migrations are compared, are not found without it. */
async function createTrigger(db: Kysely<Schema>, event: string, name: string): Promise<void> {
  await sql`
    do $$ begin
      execute format('create trigger ${sql.raw(event)} execute function %I.${sql.raw(name)}()', current_schema());
    end $$`.execute(db)
}
