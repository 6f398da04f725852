import type { Engine } from '../src/database/database.ts'

/**
 * The tables that the first commits created: `001-start` before it had `like_events`, `follow_events` and
 * `posts.disliked_by_count`.
 */
export function firstDatabase(engine: Engine): string[] {
  const statements = STATEMENTS.trim().split(/;\s*/).filter(Boolean)
  const other = engine === 'sqlite' ? / collate "C"/g : / without rowid/g
  return statements.map((statement) => statement.replaceAll(other, ''))
}

const STATEMENTS = `
create table migrations (name text primary key, applied_at bigint not null);
insert into migrations (name, applied_at) values ('001-start', 1795227457000);
create table members (
  id bigint primary key, username text collate "C" not null, username_key text collate "C" not null unique,
  first_name text not null, last_name text not null, email text not null, password_hash text not null,
  avatar_url text not null, bio text default '' not null, website text default '' not null,
  extra text default '{}' not null, followers_count integer default 0 not null,
  following_count integer default 0 not null, posts_count integer default 0 not null, updated_at bigint not null
);
create index members_popular on members (followers_count, id);
create table sessions (
  id bigint primary key, member_id bigint not null references members (id) on delete cascade, expires_at bigint not null
);
create index sessions_member on sessions (member_id);
create index sessions_expiry on sessions (expires_at);
create table posts (
  id bigint primary key, public_id text collate "C" not null unique,
  author_id bigint not null references members (id) on delete cascade, content text not null, media_url text not null,
  media_type text not null, media_name text collate "C", like_count integer default 0 not null,
  liked_by_count integer default 0 not null, comment_count integer default 0 not null, updated_at bigint not null
);
create index posts_media on posts (media_name);
create index posts_author on posts (author_id, id);
create index posts_author_trending on posts (author_id, like_count, id);
create table likes (
  post_id bigint not null references posts (id) on delete cascade,
  member_id bigint not null references members (id) on delete cascade,
  at bigint not null, constraint likes_key primary key (post_id, member_id)
) without rowid;
create index likes_newest on likes (post_id, at);
create index likes_member on likes (member_id);
create table dislikes (
  post_id bigint not null references posts (id) on delete cascade,
  member_id bigint not null references members (id) on delete cascade,
  at bigint not null, constraint dislikes_key primary key (post_id, member_id)
) without rowid;
create index dislikes_newest on dislikes (post_id, at);
create index dislikes_member on dislikes (member_id);
create table comments (
  id bigint primary key, post_id bigint not null references posts (id) on delete cascade,
  author_id bigint not null references members (id) on delete cascade, text text not null,
  upvote_count integer default 0 not null, downvote_count integer default 0 not null, updated_at bigint not null
);
create index comments_newest on comments (post_id, id);
create index comments_author on comments (author_id);
create table comment_votes (
  comment_id bigint not null references comments (id) on delete cascade,
  member_id bigint not null references members (id) on delete cascade,
  vote integer not null, at bigint not null, constraint comment_votes_key primary key (comment_id, member_id)
) without rowid;
create index comment_votes_newest on comment_votes (comment_id, vote, at);
create index comment_votes_member on comment_votes (member_id);
create table follows (
  follower_id bigint not null references members (id) on delete cascade,
  followed_id bigint not null references members (id) on delete cascade,
  at bigint not null, constraint follows_key primary key (follower_id, followed_id)
) without rowid;
create index follows_following on follows (follower_id, at);
create index follows_followers on follows (followed_id, at);
create table bookmarks (
  member_id bigint not null references members (id) on delete cascade,
  post_id bigint not null references posts (id) on delete cascade,
  at bigint not null, constraint bookmarks_key primary key (member_id, post_id)
) without rowid;
create index bookmarks_newest on bookmarks (member_id, at);
create index bookmarks_post on bookmarks (post_id);
create table media (
  name text collate "C" not null primary key, type text not null, mime text not null, bytes bigint not null,
  width integer not null, height integer not null, preview text not null, created_at bigint not null
);
create table idempotency_keys (
  member_id bigint not null references members (id) on delete cascade, key text collate "C" not null,
  request_hash text not null, made_id bigint not null, created_at bigint not null,
  constraint idempotency_keys_key primary key (member_id, key)
);
create index idempotency_keys_age on idempotency_keys (created_at);
create table settings (key text collate "C" not null primary key, value text not null);
`
