import type { CommentId, PostId, References, Schema } from '../../database/schema.ts'

/**
 * How the rows that refer to a removed post or comment go. `batches`: before it, in short transactions. Foreign keys
 * would delete them too, but all in one transaction, however many there are. `step`: by a step of their own.
 */
export type Dependents<Tables> = {
  readonly [Table in keyof Tables]: {
    readonly [Column in References<Tables[Table], PostId | CommentId>]: 'batches' | 'cascade' | 'expires' | 'step'
  }
}

/** A table or column that is missing here is a compile error. */
export const DEPENDENTS = {
  likes: { post_id: 'batches' },
  dislikes: { post_id: 'batches' },
  bookmarks: { post_id: 'batches' },
  comment_votes: { comment_id: 'batches' },
  post_mentions: { post_id: 'batches' },
  comment_mentions: { comment_id: 'batches' },
  comments: { post_id: 'step' },
  notification_groups: { post_id: 'cascade', comment_id: 'cascade' },
  notification_events: { comment_id: 'cascade' },
  notification_kinds: {},
  notification_preferences: {},
  notification_mutes: { post_id: 'batches' },
  pinned_posts: { post_id: 'cascade' },
  feed_positions: {},
  // A post has few.
  post_tags: { post_id: 'cascade' },
  tags: {},
  tag_follows: {},
  blocks: {},
  mutes: {},
  muted_words: {},
  like_events: { post_id: 'expires' },
  posts: {},
  members: {},
  sessions: {},
  search_changes: {},
  push_subscriptions: {},
  push_back_offs: {},
  push_tags: {},
  password_resets: {},
  account_events: {},
  passkeys: {},
  used_challenges: {},
  second_factors: {},
  recovery_codes: {},
  mails: {},
  email_tokens: {},
  mailed_strangers: {},
  follows: {},
  follow_events: {},
  follow_requests: {},
  media: {},
  media_uploads: {},
  media_uploaders: {},
  idempotency_keys: {},
  settings: {},
  reports: {},
  decisions: {},
  applications: {},
  invitations: {},
  audit_log: {},
} as const satisfies Dependents<Schema>

/** Those of which batches are deleted. */
export const BATCHED = Object.entries(DEPENDENTS).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([by, removal]) => (removal === 'batches' ? [{ table, by }] : [])),
)
