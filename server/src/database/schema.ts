import type { ColumnType, Generated } from 'kysely'

/**
 * The tables, once for both engines. Ids are time-ordered integers (see ids.ts), so that an id says when its row was
 * made and orders it; `at` columns hold such ids too, for rows whose key is a pair. Times are milliseconds since 1970.
 */

declare const brand: unique symbol
type Branded<Name extends string> = number & { readonly [brand]: Name }
export type MemberId = Branded<'member'>
export type PostId = Branded<'post'>
export type CommentId = Branded<'comment'>
export type SessionId = Branded<'session'>

/** Set when the row is made, never changed. */
type Fixed<T> = ColumnType<T, T, never>

export interface Schema {
  members: {
    id: Fixed<MemberId>
    /** Fixed while the account lives. */
    username: string
    /** The username in lower case: names are unique and found without regard to case. */
    username_key: string
    first_name: string
    last_name: string
    email: string
    password_hash: string
    avatar_url: string
    bio: Generated<string>
    website: Generated<string>
    /** The extra sign-up fields as a JSON object. */
    extra: Generated<string>
    followers_count: Generated<number>
    following_count: Generated<number>
    posts_count: Generated<number>
    updated_at: number
    /** Set when the account was deleted: nobody sees it or its posts any more, while its rows are being removed. */
    deleted_at: number | null
    /** Set while the operator lets the member neither sign in nor act; what they wrote stays. */
    suspended_at: number | null
    /** 1 for the account of the demo's guest, which many people use at once. */
    is_shared: ColumnType<0 | 1, 0 | 1 | undefined, never>
  }
  sessions: {
    id: Fixed<SessionId>
    member_id: Fixed<MemberId>
    expires_at: Fixed<number>
    /** Browser and system that signed in, for people; may be empty. */
    device: Generated<string>
    /** When it was last used, exact to the hour; 0 for one that was opened before this was noted. */
    seen_at: Generated<number>
  }
  /** One-time links that set a new password. Only what the token hashes to is kept. */
  password_resets: { token_hash: Fixed<string>; member_id: Fixed<MemberId>; expires_at: Fixed<number> }
  posts: {
    id: Fixed<PostId>
    /** Short, URL-safe, not guessable in sequence. */
    public_id: Fixed<string>
    author_id: Fixed<MemberId>
    content: string
    media_url: string
    media_type: '' | 'image' | 'video'
    /** The media's name where it was uploaded here. */
    media_name: string | null
    /** What the media show, for those who do not see them. */
    alt: Generated<string>
    /** The running figure: a like adds 1, a dislike takes 1. */
    like_count: Generated<number>
    liked_by_count: Generated<number>
    disliked_by_count: Generated<number>
    comment_count: Generated<number>
    updated_at: number
  }
  likes: { post_id: Fixed<PostId>; member_id: Fixed<MemberId>; at: Fixed<number> }
  /**
   * What changed a post's like_count lately, so that a feed ordered by likes can be read on as it stood at its first
   * page. `at` is the key: a time-ordered id.
   */
  like_events: { at: Fixed<number>; post_id: Fixed<PostId>; delta: Fixed<1 | -1> }
  dislikes: { post_id: Fixed<PostId>; member_id: Fixed<MemberId>; at: Fixed<number> }
  comments: {
    id: Fixed<CommentId>
    post_id: Fixed<PostId>
    author_id: Fixed<MemberId>
    text: string
    upvote_count: Generated<number>
    downvote_count: Generated<number>
    updated_at: number
  }
  /** A member's present vote on a comment: 1 up, -1 down. */
  comment_votes: { comment_id: Fixed<CommentId>; member_id: Fixed<MemberId>; vote: 1 | -1; at: number }
  follows: { follower_id: Fixed<MemberId>; followed_id: Fixed<MemberId>; at: Fixed<number> }
  /** What changed who follows whom lately, for the same reason as like_events. */
  follow_events: {
    at: Fixed<number>
    follower_id: Fixed<MemberId>
    followed_id: Fixed<MemberId>
    delta: Fixed<1 | -1>
  }
  bookmarks: { member_id: Fixed<MemberId>; post_id: Fixed<PostId>; at: Fixed<number> }
  media: {
    /** The name under /media/, made from the content. */
    name: Fixed<string>
    type: Fixed<'image' | 'video'>
    mime: Fixed<string>
    /** Of what is served; of its source while it is converted. */
    bytes: number
    width: Fixed<number>
    height: Fixed<number>
    preview: Fixed<string>
    /** Pictures of an animation, 1 for one that stands still; null for a video, and where it was not counted. */
    frames: Fixed<number | null>
    /** Of a video, in milliseconds. */
    duration: Fixed<number | null>
    has_poster: ColumnType<0 | 1, 0 | 1 | undefined, never>
    /** Whether there is something to show: only videos are ever converted. */
    state: Generated<'ready' | 'converting' | 'failed'>
    /** Until when a node works on the conversion, and how often it was begun (see conversions.ts). */
    claimed_until: Generated<number>
    attempts: Generated<number>
    created_at: number
    /** When its removal began, while the files are being removed: the row is there for nobody else. */
    removing_at: Generated<number | null>
  }
  /**
   * Uploads that no post or profile has named yet, and with `member_id` 0 and `at` 0 what may have lost its last name.
   * A row that is older than a day asks whether anything names the file.
   */
  media_uploads: { name: Fixed<string>; member_id: Fixed<MemberId | 0>; at: number }
  idempotency_keys: {
    member_id: Fixed<MemberId>
    key: Fixed<string>
    /** What was asked, so that one key can't stand for two requests. */
    request_hash: Fixed<string>
    /** The post or comment that was made. */
    made_id: number
    created_at: Fixed<number>
  }
  /** One row per fact about the installation itself. */
  settings: { key: Fixed<string>; value: string }
}
