import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** The first tables. Every list that a request reads has an index in its order; every table has a primary key. */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  const { schema } = db
  // Tables whose key is a pair. Without rowid, SQLite stores the rows in the index of the primary key.
  const pair = engine === 'sqlite' ? sql`without rowid` : sql``
  // PostgreSQL has to compare names and keys byte by byte, as SQLite does.
  const text = engine === 'sqlite' ? sql`text` : sql`text collate "C"`

  await schema
    .createTable('members')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('username', text, (column) => column.notNull())
    .addColumn('username_key', text, (column) => column.notNull().unique())
    .addColumn('first_name', 'text', (column) => column.notNull())
    .addColumn('last_name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('password_hash', 'text', (column) => column.notNull())
    .addColumn('avatar_url', 'text', (column) => column.notNull())
    .addColumn('bio', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('website', 'text', (column) => column.notNull().defaultTo(''))
    .addColumn('extra', 'text', (column) => column.notNull().defaultTo('{}'))
    .addColumn('followers_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('following_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('posts_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('members_popular').on('members').columns(['followers_count', 'id']).execute()

  await schema
    .createTable('sessions')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('sessions_member').on('sessions').column('member_id').execute()
  await schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()

  await schema
    .createTable('posts')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('public_id', text, (column) => column.notNull().unique())
    .addColumn('author_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('media_url', 'text', (column) => column.notNull())
    .addColumn('media_type', 'text', (column) => column.notNull())
    .addColumn('media_name', text)
    .addColumn('like_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('liked_by_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('disliked_by_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('comment_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('posts_media').on('posts').column('media_name').execute()
  await schema.createIndex('posts_author').on('posts').columns(['author_id', 'id']).execute()
  await schema.createIndex('posts_author_trending').on('posts').columns(['author_id', 'like_count', 'id']).execute()

  for (const table of ['likes', 'dislikes'] as const) {
    await schema
      .createTable(table)
      .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
      .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
      .addColumn('at', 'bigint', (column) => column.notNull())
      .addPrimaryKeyConstraint(`${table}_key`, ['post_id', 'member_id'])
      .modifyEnd(pair)
      .execute()
    await schema.createIndex(`${table}_newest`).on(table).columns(['post_id', 'at']).execute()
    await schema.createIndex(`${table}_member`).on(table).column('member_id').execute()
  }

  await schema
    .createTable('like_events')
    .addColumn('at', 'bigint', (column) => column.primaryKey())
    .addColumn('post_id', 'bigint', (column) => column.notNull())
    .addColumn('delta', 'integer', (column) => column.notNull())
    .execute()

  await schema
    .createTable('comments')
    .addColumn('id', 'bigint', (column) => column.primaryKey())
    .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('author_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('upvote_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('downvote_count', 'integer', (column) => column.notNull().defaultTo(0))
    .addColumn('updated_at', 'bigint', (column) => column.notNull())
    .execute()
  await schema.createIndex('comments_newest').on('comments').columns(['post_id', 'id']).execute()
  await schema.createIndex('comments_author').on('comments').column('author_id').execute()

  await schema
    .createTable('comment_votes')
    .addColumn('comment_id', 'bigint', (column) => column.notNull().references('comments.id').onDelete('cascade'))
    .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('vote', 'integer', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('comment_votes_key', ['comment_id', 'member_id'])
    .modifyEnd(pair)
    .execute()
  await schema.createIndex('comment_votes_newest').on('comment_votes').columns(['comment_id', 'vote', 'at']).execute()
  await schema.createIndex('comment_votes_member').on('comment_votes').column('member_id').execute()

  await schema
    .createTable('follows')
    .addColumn('follower_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('followed_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('follows_key', ['follower_id', 'followed_id'])
    .modifyEnd(pair)
    .execute()
  await schema.createIndex('follows_following').on('follows').columns(['follower_id', 'at']).execute()
  await schema.createIndex('follows_followers').on('follows').columns(['followed_id', 'at']).execute()

  await schema
    .createTable('follow_events')
    .addColumn('at', 'bigint', (column) => column.primaryKey())
    .addColumn('follower_id', 'bigint', (column) => column.notNull())
    .addColumn('followed_id', 'bigint', (column) => column.notNull())
    .addColumn('delta', 'integer', (column) => column.notNull())
    .execute()

  await schema
    .createTable('bookmarks')
    .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('post_id', 'bigint', (column) => column.notNull().references('posts.id').onDelete('cascade'))
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('bookmarks_key', ['member_id', 'post_id'])
    .modifyEnd(pair)
    .execute()
  await schema.createIndex('bookmarks_newest').on('bookmarks').columns(['member_id', 'at']).execute()
  await schema.createIndex('bookmarks_post').on('bookmarks').column('post_id').execute()

  await schema
    .createTable('media')
    .addColumn('name', text, (column) => column.primaryKey().notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('mime', 'text', (column) => column.notNull())
    .addColumn('bytes', 'bigint', (column) => column.notNull())
    .addColumn('width', 'integer', (column) => column.notNull())
    .addColumn('height', 'integer', (column) => column.notNull())
    .addColumn('preview', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .execute()

  await schema
    .createTable('idempotency_keys')
    .addColumn('member_id', 'bigint', (column) => column.notNull().references('members.id').onDelete('cascade'))
    .addColumn('key', text, (column) => column.notNull())
    .addColumn('request_hash', 'text', (column) => column.notNull())
    .addColumn('made_id', 'bigint', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('idempotency_keys_key', ['member_id', 'key'])
    .execute()
  await schema.createIndex('idempotency_keys_age').on('idempotency_keys').column('created_at').execute()

  await schema
    .createTable('settings')
    .addColumn('key', text, (column) => column.primaryKey().notNull())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute()
}
