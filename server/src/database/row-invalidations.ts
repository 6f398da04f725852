import type { Kind } from './invalidation-log.ts'
import type { Schema } from './schema.ts'

/**
 * What a changed row of each table invalidates. Both engines create triggers from this (triggers.ts). PostgreSQL's
 * cover every write: by services, cascades, the operator's commands and psql. SQLite's cover those of the server; a
 * commit of another process invalidates everything (sqlite/invalidations.ts). A table of the schema that is missing
 * here is a compile error.
 */

type Column<Table extends keyof Schema> = keyof Schema[Table] & string
type RowId<Table extends keyof Schema> = `row.${Column<Table>}`

export type RowEvent = 'insert' | 'update' | 'delete'

export interface Rule<Table extends keyof Schema = keyof Schema> {
  readonly kind: Kind
  /** The ids of the invalidation: columns of the row, or of the rows that `source` finds. */
  readonly ids: readonly (RowId<Table> | `source.${string}`)[]
  /** By default, all three. */
  readonly on?: readonly RowEvent[]
  /** Only updates that change one of these columns. */
  readonly of?: readonly Column<Table>[]
  /** Only updates that change a column other than these. */
  readonly but?: readonly Column<Table>[]
  /** Only updates after which this column is so. */
  readonly when?: {
    readonly column: Column<Table>
    readonly is: 'null' | 'not null' | 'distinct from 0' | "distinct from ''"
  }
  /** Not for rows with this value in this column. Only for rows that are inserted or deleted. */
  readonly except?: { readonly column: Column<Table>; readonly value: string }
  /** Another table, whose rows supply ids: those where `column` equals the value `is` of the changed row. */
  readonly source?: {
    readonly table: keyof Schema
    readonly column: string
    readonly is: RowId<Table>
  }
}

const COUNTS = ['followers_count', 'following_count', 'posts_count'] as const
const POST_AND_AUTHOR = ['row.id', 'row.author_id'] as const
const HIDING = { ids: POST_AND_AUTHOR, on: ['update'], of: ['hidden_at'] } as const
/** A moderator has hidden a post or shows it again, or it has become one of a member who has left. */
const LEAVING = { on: ['update'], of: ['hidden_at', 'author_id'] } as const
/** Those who are notified of what has changed. */
const recipientsBy = (table: 'notification_groups' | 'notification_events', column: 'comment_id') =>
  ({ kind: 'notification', ids: ['source.recipient_id'], source: { table, column, is: 'row.id' } }) as const
const MENTIONED = { kind: 'notification', ids: ['row.member_id'] } as const
const TAGS_OF_POST = { table: 'post_tags', column: 'post_id', is: 'row.id' } as const
const OF_MEDIA = { but: ['claimed_until', 'attempts'] } as const
const SHOWING_MEDIA = [
  { ids: ['source.id'], source: { table: 'posts', column: 'media_name', is: 'row.name' } },
  { ids: ['source.post_id'], source: { table: 'post_pictures', column: 'name', is: 'row.name' } },
] as const
const REACTION = [
  { kind: 'reaction', ids: ['row.member_id', 'row.post_id'] },
  { kind: 'post', ids: ['row.post_id'] },
] as const

export const ROW_INVALIDATIONS = {
  members: [
    { kind: 'member', ids: ['row.id'], on: ['update', 'delete'], but: [...COUNTS, 'seen_locale'] },
    { kind: 'audience', ids: ['row.id'], on: ['update'], of: ['is_private', 'limited_at'] },
    { kind: 'memberCounts', ids: ['row.id'], on: ['update'], of: COUNTS },
    // Languages are read together with what the member does not see.
    { kind: 'relation', ids: ['row.id'], on: ['update'], of: ['languages'] },
    // Those of a member who leaves bring nothing from then on.
    { kind: 'repostShown', ids: ['row.id', 'row.id'], on: ['update'], of: ['deleted_at'] },
  ],
  profile_checks: [],
  sessions: [
    {
      kind: 'session',
      ids: ['row.member_id'],
      on: ['update', 'delete'],
      but: ['seen_at', 'confirmed_at', 'proved_at', 'expires_at'],
    },
  ],
  apps: [],
  app_codes: [],
  app_tokens: [],
  account_events: [],
  passkeys: [],
  used_challenges: [],
  second_factors: [],
  recovery_codes: [],
  password_resets: [],
  mails: [{ kind: 'queued', ids: ['row.id'], on: ['insert'] }],
  email_tokens: [],
  mailed_strangers: [],
  search_changes: [],
  push_subscriptions: [{ kind: 'device', ids: ['row.member_id'], on: ['insert'] }],
  push_back_offs: [],
  push_tags: [],
  posts: [
    { kind: 'postAdded', ids: POST_AND_AUTHOR, on: ['insert'] },
    { kind: 'postRemoved', ids: POST_AND_AUTHOR, on: ['update', 'delete'], of: ['id', 'author_id'] },
    // Lists leave out hidden posts.
    { kind: 'postRemoved', ...HIDING, when: { column: 'hidden_at', is: 'not null' } },
    { kind: 'postAdded', ...HIDING, when: { column: 'hidden_at', is: 'null' } },
    { kind: 'tagged', ...HIDING, ids: ['row.id', 'source.tag_id'], source: TAGS_OF_POST },
    {
      kind: 'repostShown',
      ids: POST_AND_AUTHOR,
      on: ['update'],
      of: ['hidden_at', 'author_id', 'who_may_repost'],
      when: { column: 'repost_count', is: 'distinct from 0' },
    },
    { kind: 'post', ids: ['row.id'], on: ['update'] },
    { kind: 'ranking', ids: POST_AND_AUTHOR, on: ['update'], of: ['like_count'] },
    {
      kind: 'repostRanking',
      ids: POST_AND_AUTHOR,
      on: ['update'],
      of: ['like_count'],
      when: { column: 'repost_count', is: 'distinct from 0' },
    },
    // Very many members may have been told of it, so none of them is looked up.
    { kind: 'told', ids: ['row.id'], on: ['update'], of: ['content', 'warning'] },
    { kind: 'toldShown', ...LEAVING, ids: ['row.id'] },
    { kind: 'notification', ...LEAVING, ids: ['row.author_id'] },
    {
      kind: 'quoted',
      ids: ['row.id'],
      on: ['update'],
      // An edit of its pictures, or of what covers it, changes `updated_at`.
      of: ['content', 'lang', 'media_url', 'media_type', 'alt', 'updated_at', 'hidden_at', 'author_id'],
      when: { column: 'quote_count', is: 'distinct from 0' },
    },
    { kind: 'quoted', ids: ['row.id'], on: ['delete'], except: { column: 'quote_count', value: '0' } },
    {
      kind: 'notification',
      ...LEAVING,
      ids: ['source.author_id'],
      source: { table: 'posts', column: 'id', is: 'row.quoted_id' },
    },
  ],
  post_pictures: [{ kind: 'post', ids: ['row.post_id'] }],
  // Not cached. That there are any is in the rows of posts and comments.
  post_versions: [],
  version_pictures: [],
  comment_versions: [],
  edit_notices: [],
  // Many posts may show it, so it has a kind of its own.
  link_cards: [{ kind: 'card', ids: ['row.id'], on: ['update'], of: ['changed_at'] }],
  link_hosts: [],
  reposts: [
    { kind: 'repostAdded', ids: ['row.id', 'row.member_id'], on: ['insert'] },
    { kind: 'repostRemoved', ids: ['row.id', 'row.member_id'], on: ['update', 'delete'] },
    ...REACTION,
    {
      kind: 'notification',
      ids: ['source.author_id'],
      source: { table: 'posts', column: 'id', is: 'row.post_id' },
    },
  ],
  polls: [
    // These columns are for the job that ends polls.
    { kind: 'post', ids: ['row.post_id'], but: ['due_at', 'claimed_until', 'attempts', 'has_old_votes', 'told_to'] },
    // One that had ended, and was removed or replaced.
    {
      ...{ kind: 'toldShown', ids: ['row.post_id'], on: ['update'], of: ['id', 'ended_at'] },
      when: { column: 'ended_at', is: 'null' },
    },
  ],
  poll_votes: [{ kind: 'reaction', ids: ['row.member_id', 'row.post_id'] }],
  poll_counts: [{ kind: 'post', ids: ['row.post_id'] }],
  likes: REACTION,
  // Needs no rule: each event is written together with a change of the post's like_count (`ranking`).
  like_events: [],
  dislikes: REACTION,
  comments: [
    { kind: 'post', ids: ['row.post_id'] },
    { ...recipientsBy('notification_groups', 'comment_id'), on: ['update'], of: ['text', 'is_hidden'] },
    { ...recipientsBy('notification_events', 'comment_id'), on: ['update'], of: ['text', 'is_hidden'] },
  ],
  // Trees are not cached.
  comment_places: [],
  comment_votes: [
    {
      kind: 'reaction',
      ids: ['row.member_id', 'source.post_id'],
      source: { table: 'comments', column: 'id', is: 'row.comment_id' },
    },
    { kind: 'post', ids: ['source.post_id'], source: { table: 'comments', column: 'id', is: 'row.comment_id' } },
    {
      kind: 'notification',
      ids: ['source.author_id'],
      source: { table: 'comments', column: 'id', is: 'row.comment_id' },
    },
  ],
  post_mentions: [{ kind: 'post', ids: ['row.post_id'] }, MENTIONED],
  comment_mentions: [
    MENTIONED,
    { kind: 'post', ids: ['source.post_id'], source: { table: 'comments', column: 'id', is: 'row.comment_id' } },
  ],
  // Tags never change.
  tags: [],
  post_tags: [
    { kind: 'tagged', ids: ['row.post_id', 'row.tag_id'], but: ['like_count'] },
    { kind: 'tagRanking', ids: ['row.post_id', 'row.tag_id'], on: ['update'], of: ['like_count'] },
  ],
  tag_follows: [{ kind: 'tagFollow', ids: ['row.member_id', 'row.tag_id'] }],
  follows: [
    { kind: 'follow', ids: ['row.follower_id', 'row.followed_id'] },
    { kind: 'notification', ids: ['row.followed_id'], on: ['insert', 'delete'] },
  ],
  follow_events: [],
  follow_requests: [
    { kind: 'request', ids: ['row.follower_id', 'row.followed_id'] },
    { kind: 'notification', ids: ['row.followed_id'] },
  ],
  blocks: [
    { kind: 'relation', ids: ['row.blocker_id'] },
    { kind: 'blocked', ids: ['row.blocked_id'] },
  ],
  mutes: [{ kind: 'relation', ids: ['row.muter_id'] }],
  muted_words: [{ kind: 'relation', ids: ['row.member_id'] }],
  pinned_posts: [{ kind: 'pin', ids: ['row.member_id'] }],
  // Read from the database for each request.
  feed_positions: [],
  bookmarks: [{ kind: 'reaction', ids: ['row.member_id', 'row.post_id'] }],
  media: SHOWING_MEDIA.flatMap((of) => [
    { ...OF_MEDIA, ...of, kind: 'post' } as const,
    { ...OF_MEDIA, ...of, kind: 'quoted' } as const,
  ]),
  media_uploads: [],
  media_uploaders: [],
  idempotency_keys: [],
  settings: [],
  // Who has reported something is told of the outcome.
  reports: [{ kind: 'notification', ids: ['row.reporter_id'], on: ['update', 'delete'] }],
  decisions: [],
  applications: [],
  invitations: [],
  audit_log: [],
  notification_groups: [{ kind: 'notification', ids: ['row.recipient_id'], on: ['delete'] }],
  // Likes come with `ranking`, and there are many of them.
  notification_events: [
    {
      kind: 'notification',
      ids: ['row.recipient_id'],
      on: ['insert', 'delete'],
      except: { column: 'kind', value: 'like' },
    },
  ],
  notification_kinds: [{ kind: 'notification', ids: ['row.member_id'] }],
  notification_preferences: [{ kind: 'notification', ids: ['row.member_id'] }],
  notification_mutes: [],
} as const satisfies { readonly [Table in keyof Schema]: readonly Rule<Table>[] }
