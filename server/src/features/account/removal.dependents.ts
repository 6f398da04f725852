import type { CommentId, PostId, References, Referring, Schema } from '../../database/schema.ts'

/**
 * How the rows that refer to a removed post or comment go. `batches`, `versions` and `places`: before it, in short
 * transactions; foreign keys would delete them too, but all in one transaction, however many there are. `step`: before
 * it, in another way. `cascade`: by foreign keys. `expires`: they are deleted by age. `stays`: the row does not need
 * what it refers to.
 */
export type Dependents<Tables> = {
  readonly [Table in Referring<Tables, PostId | CommentId>]: {
    readonly [Column in References<Tables[Table], PostId | CommentId>]:
      | 'batches'
      | 'versions'
      | 'places'
      | 'cascade'
      | 'expires'
      | 'step'
      | 'stays'
  }
}

/** Of tables with such columns. One that is missing here is a compile error. */
export const DEPENDENTS = {
  likes: { post_id: 'batches' },
  dislikes: { post_id: 'batches' },
  bookmarks: { post_id: 'batches' },
  reposts: { post_id: 'batches' },
  poll_votes: { post_id: 'batches' },
  polls: { post_id: 'cascade' },
  poll_counts: { post_id: 'cascade' },
  posts: { quoted_id: 'stays' },
  comment_votes: { comment_id: 'batches' },
  post_mentions: { post_id: 'batches' },
  comment_mentions: { comment_id: 'batches' },
  comments: { post_id: 'step', answers_id: 'stays', top_id: 'stays' },
  comment_places: { post_id: 'places', answers_id: 'stays', top_id: 'stays' },
  notification_groups: { post_id: 'step', comment_id: 'cascade' },
  notification_events: { comment_id: 'cascade' },
  notification_mutes: { post_id: 'batches' },
  pinned_posts: { post_id: 'cascade' },
  // A post has few.
  post_pictures: { post_id: 'cascade' },
  post_versions: { post_id: 'versions' },
  // With the versions.
  version_pictures: { post_id: 'cascade' },
  comment_versions: { comment_id: 'versions' },
  edit_notices: { post_id: 'cascade' },
  post_tags: { post_id: 'cascade' },
  like_events: { post_id: 'expires' },
} as const satisfies Dependents<Schema>

/** The column that identifies these rows together with the one that refers. */
const KEYS: Readonly<Record<string, string>> = { batches: 'member_id', versions: 'since', places: 'id' }

/** Those of which batches are deleted. */
export const BATCHED = Object.entries(DEPENDENTS).flatMap(([table, columns]) =>
  Object.entries(columns).flatMap(([by, removal]) => {
    const and = KEYS[removal]
    return and === undefined ? [] : [{ table, by, and }]
  }),
)
