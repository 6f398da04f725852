import type { ReadSort, ReadWarnings, ShowPollResults, SignInMethod } from '@quack/contract'
import type { Locale } from '@quack/contract/rules/locales'
import type { ColumnType, Generated, SelectType } from 'kysely'
import type { AppsSchema } from './schema/apps.ts'
import type { AppId, CommentId, Fixed, MemberId, PostId, SessionId, TagId } from './schema/column-types.ts'
import type { MailsSchema } from './schema/mails.ts'
import type { ModerationSchema } from './schema/moderation.ts'
import type { NotificationsSchema } from './schema/notifications.ts'
import type { PushSchema } from './schema/push.ts'
import type { SignInSchema } from './schema/sign-in.ts'

/**
 * The tables, for both engines. Ids are time-ordered integers (see ids.ts): an id tells when what it names was created,
 * and orders it; that in `comment_places` is of the deleted comment. Those of `mailed_strangers` and `search_changes`
 * tell nothing. `at` columns hold such ids too, but times in these two tables and in `media_uploads`. Times are
 * milliseconds since 1970.
 */

export type * from './schema/column-types.ts'

export interface Schema
  extends AppsSchema,
    MailsSchema,
    ModerationSchema,
    NotificationsSchema,
    PushSchema,
    SignInSchema {
  members: {
    id: Fixed<MemberId>
    /** Does not change while the account exists. */
    username: string
    /** The username in lower case. Names are unique and looked up without regard to case. */
    username_key: string
    first_name: string
    last_name: string
    email: string
    /** When the member opened a link that was sent there, or the operator confirmed it; null if it is not confirmed. */
    email_confirmed_at: Generated<number | null>
    /** Empty if the member has no password: not set yet, or removed. */
    password_hash: string
    avatar_url: string
    bio: Generated<string>
    website: Generated<string>
    pronouns: Generated<string>
    /** The file of the picture above the profile; null for none. */
    header_name: Generated<string | null>
    /** The fields of the profile as a JSON array (profile-fields.ts). */
    fields: Generated<string>
    /** The extra sign-up fields as a JSON object. */
    extra: Generated<string>
    followers_count: Generated<number>
    following_count: Generated<number>
    posts_count: Generated<number>
    updated_at: number
    /**
     * Set when the account is deleted. The member and their posts are hidden, while their rows are removed. A member
     * who takes over deleted posts (retired-posts.queries.ts) has it from the start.
     */
    deleted_at: number | null
    /** Set when a moderator or the operator suspends the member: no login and no actions. Existing posts stay. */
    suspended_at: number | null
    /** When the suspension ends, without a write; null if only a moderator or the operator ends it. */
    suspended_until: Generated<number | null>
    /** 1 if the member decides who follows them. Their posts are then for followers. */
    is_private: Generated<0 | 1>
    /** Set while a moderator or the operator limits the member's posts and follow lists to followers. */
    limited_at: Generated<number | null>
    /** Null for ordinary members. */
    role: Generated<'owner' | 'moderator' | null>
    /** How many decisions of moderators the member has not seen. */
    unread_decisions: Generated<number>
    /** How many events of the account that the member should know of they have not seen. */
    unread_events: Generated<number>
    /** 1 if the member opens the home feed where they have stopped reading. */
    resumes_home: Generated<0 | 1>
    /** 1 if the member says that a program posts here. */
    is_bot: Generated<0 | 1>
    /** What new posts of the member say. */
    who_may_repost: Generated<'everyone' | 'nobody'>
    who_may_quote: Generated<'everyone' | 'followers' | 'nobody'>
    /** How the member reads posts: covered where their authors say so, never, or with all media blurred. */
    read_warnings: Generated<ReadWarnings>
    /** 1 if the media of the member's new posts are sensitive, unless a post says otherwise. */
    sensitive_media: Generated<0 | 1>
    /** The codes of the languages to which Explore and searches are limited, separated by blanks; empty for all. */
    languages: Generated<string>
    /** The language of the interface and of what is sent to the member; empty if the browser decides. */
    locale: Generated<Locale | ''>
    /** What the browser has decided when the member last signed up or in; empty if it was not said. */
    seen_locale: Generated<Locale | ''>
    /** 1 for the demo's guest account, which many people use at the same time. */
    is_shared: ColumnType<0 | 1, 0 | 1 | undefined, never>
  }
  /** Of members whose profiles have had links: when these are to be verified. */
  profile_checks: {
    member_id: Fixed<MemberId>
    /** Null if there is nothing to verify. */
    due_at: Generated<number | null>
    /** When the links were last read, or are being read. */
    checked_at: Generated<number>
    attempts: Generated<number>
    claimed_until: Generated<number>
  }
  sessions: {
    id: Fixed<SessionId>
    member_id: Fixed<MemberId>
    /** Moved on by use, to the hour, if it is of an app or a script. */
    expires_at: number
    /** The browser and system that signed in, or the name of the app or script, to show to people; may be empty. */
    device: Generated<string>
    /** When the session was last used, to the hour; 0 for sessions older than this column. */
    seen_at: Generated<number>
    method: Generated<SignInMethod>
    /** When the member last signed in, confirmed, or made use of that (recent.ts); 0 if they have to confirm again. */
    confirmed_at: Generated<number>
    /** When the member last signed in or confirmed; 0 as for `confirmed_at`. */
    proved_at: Generated<number>
    /** The app that acts by it; null for the member's own sessions and for tokens of scripts. */
    app_id: Fixed<AppId | null>
    /** What it may do, separated by blanks; null for everything. */
    scopes: Fixed<string | null>
    /** Of the app's or the script's token; null if the token is signed (tokens.ts). */
    token_hash: Fixed<string | null>
  }
  /** One-time links for setting a new password. Only the hash of the token is stored. */
  password_resets: {
    token_hash: Fixed<string>
    member_id: Fixed<MemberId>
    expires_at: Fixed<number>
    /** Where it was sent; null for a link of the operator's. */
    address: ColumnType<string | null, string | null | undefined, never>
  }
  posts: {
    id: Fixed<PostId>
    /** Short, URL-safe, cannot be guessed from others. */
    public_id: Fixed<string>
    author_id: Fixed<MemberId>
    content: string
    media_url: string
    media_type: '' | 'image' | 'video'
    /** The name of media that were uploaded here; null for others. */
    media_name: string | null
    /** A description of the media, for those who cannot see them. */
    alt: Generated<string>
    /** ALT_SEPARATOR and the description of each further picture: what search reads of `post_pictures`. */
    further_alts: Generated<string>
    /** The language of the text, a BCP 47 tag; null if it is not known. */
    lang: Generated<string | null>
    /** The running count: a like adds 1, a dislike subtracts 1, but never below 0. */
    like_count: Generated<number>
    liked_by_count: Generated<number>
    disliked_by_count: Generated<number>
    comment_count: Generated<number>
    /** Grows when a comment is hidden or shown. */
    comments_version: Generated<number>
    who_may_comment: Generated<'everyone' | 'followed' | 'mentioned' | 'nobody'>
    /** The post that it quotes, which may be gone; 0 after that one was withdrawn; null if it quotes none. */
    quoted_id: Generated<PostId | null>
    /** Of the address whose card it shows, which may not be there yet (`link_cards`); null if it shows none. */
    link_hash: Generated<string | null>
    repost_count: Generated<number>
    /** Of the posts that have its id as `quoted_id`: a trigger counts them. */
    quote_count: Generated<number>
    who_may_repost: Generated<'everyone' | 'nobody'>
    who_may_quote: Generated<'everyone' | 'followers' | 'nobody'>
    /** One line that covers text and media until the reader opens them; empty for none. */
    warning: Generated<string>
    /** The author's own warning while a moderator's is in its place; null if `warning` is the author's. */
    own_warning: Generated<string | null>
    /** 1 if the media are blurred, also without a warning. */
    is_sensitive: Generated<0 | 1>
    /** ALT_SEPARATOR and the text of each option of its poll; empty for none. */
    poll_options: Generated<string>
    updated_at: number
    /** When its present version began, if that is not the first (`post_versions`). */
    edited_at: Generated<number | null>
    /** Set while a moderator hides the post. Then its author sees it, and moderators see it with its reports. */
    hidden_at: Generated<number | null>
  }
  /** The pictures of posts after the first one, which is in `posts`. The position begins with 1. */
  post_pictures: { post_id: Fixed<PostId>; position: Fixed<number>; name: Fixed<string>; alt: Fixed<string> }
  /**
   * What a post said before each edit, but for those of its first two minutes. Of too many versions, the oldest after
   * the first one are dropped. `since` is when a version began.
   */
  post_versions: {
    post_id: Fixed<PostId>
    since: Fixed<number>
    content: Fixed<string>
    lang: Fixed<string | null>
    media_url: Fixed<string>
    media_type: Fixed<'' | 'image' | 'video'>
    alt: Fixed<string>
    /** The author's own. */
    warning: Fixed<string>
    is_sensitive: Fixed<0 | 1>
    /** As that of the post. */
    poll_options: Fixed<string>
    poll_multiple: Fixed<0 | 1>
  }
  /**
   * The files of these versions that were uploaded here. The position of the first one is 0, and its description in the
   * version.
   */
  version_pictures: {
    post_id: Fixed<PostId>
    since: Fixed<number>
    position: Fixed<number>
    name: Fixed<string>
    alt: Fixed<string>
  }
  comment_versions: { comment_id: Fixed<CommentId>; since: Fixed<number>; text: Fixed<string> }
  /**
   * Posts whose readers are told of an edit: who has commented on the post or reposted it. Those with comments and
   * reposts up to the id `told_to` have been told, those up to `up_to` are to be. A job while `due_at` is set.
   */
  edit_notices: {
    post_id: Fixed<PostId>
    told_to: Generated<number>
    up_to: number
    due_at: number | null
    attempts: Generated<number>
    claimed_until: Generated<number>
  }
  /**
   * What a post asks, besides the options in `posts`. The row stays when the poll is removed, so that the versions of
   * another one go on. It is a job while `due_at` says when something is to be done: old votes to delete, the poll to
   * end, voters to tell.
   */
  polls: {
    post_id: Fixed<PostId>
    /** Another one for a poll that is added after one was removed: what notifications are about. */
    id: number
    author_id: Fixed<MemberId>
    /** Grows when the votes begin anew. */
    version: number
    multiple: 0 | 1
    may_change: 0 | 1
    show_results: ShowPollResults
    ends_at: number
    /** From then on its results are final. */
    ended_at: number | null
    due_at: number | null
    claimed_until: Generated<number>
    attempts: Generated<number>
    /** 1 if there may be votes of earlier versions, which are deleted in batches. */
    has_old_votes: Generated<0 | 1>
    /** Of a poll that has ended: voters with ids up to this one were told. Null once all were, or nobody is to be. */
    told_to: number | null
  }
  /** The latest vote of a member; one of an earlier version is none. `choices` has a bit for each option, from 1 on. */
  poll_votes: { post_id: Fixed<PostId>; member_id: Fixed<MemberId>; version: number; choices: number }
  /**
   * The votes of the present version: the sum of its rows. On PostgreSQL connections add to different rows, so that
   * votes rarely wait for each other. A row may be negative.
   */
  poll_counts: {
    post_id: Fixed<PostId>
    part: Fixed<number>
    voters: number
    votes_0: number
    votes_1: number
    votes_2: number
    votes_3: number
    votes_4: number
    votes_5: number
  }
  /**
   * What posts show of the first address in their texts. Many posts may refer to a row, none of them by a foreign key:
   * it is deleted some time after the last of them. It is a job while `due_at` says when it is to be fetched.
   */
  link_cards: {
    id: Fixed<number>
    /** Of the address: it may be too long for an index. */
    hash: Fixed<string>
    url: Fixed<string>
    host: Fixed<string>
    /** Empty while there is nothing to show. */
    title: Generated<string>
    description: Generated<string>
    /** The name that the site gives itself; empty if it gives none. */
    site: Generated<string>
    author: Generated<string>
    /** The name of its picture among media. */
    picture: Generated<string | null>
    /** When that what it shows has changed last; 0 if it has never shown anything. */
    changed_at: Generated<number>
    /** When a post has last begun to refer to it, to the hour. */
    referred_at: number
    /** From then on, it is fetched again if a post begins to refer to it. */
    renew_at: Generated<number>
    due_at: number | null
    claimed_until: Generated<number>
    attempts: Generated<number>
    /** Whose post has asked for it, which may be gone: members take turns. 0 once it was fetched or given up. */
    asked_by: number
  }
  /** Hosts that have not answered lately. No page of theirs is read for a card until `rests_until`. */
  link_hosts: { host: Fixed<string>; failures: number; rests_until: number }
  /** The ids are made as those of posts, so home feeds order posts and reposts by them. */
  reposts: { id: Fixed<number>; member_id: Fixed<MemberId>; post_id: Fixed<PostId> }
  likes: { post_id: Fixed<PostId>; member_id: Fixed<MemberId>; at: Fixed<number> }
  /**
   * Recent changes of a post's like_count. With them, later pages of a feed ordered by likes show the order of the
   * first page. `at` is the key: a time-ordered id.
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
    /** 1 if the post's author has hidden it. */
    is_hidden: Generated<0 | 1>
    updated_at: number
    /** As of posts (`comment_versions`). */
    edited_at: Generated<number | null>
    /** The comment on the same post that it answers, which may be gone; null for one on the post itself. */
    answers_id: ColumnType<CommentId | null, CommentId | null | undefined, never>
    /** Of an answer, the comment that answers no other and stands above it, which may be gone. */
    top_id: ColumnType<CommentId | null, CommentId | null | undefined, never>
  }
  /** The places of deleted comments, for the answers below. They are shown while there are any. */
  comment_places: {
    id: Fixed<CommentId>
    post_id: Fixed<PostId>
    answers_id: Fixed<CommentId | null>
    /** The own id if it answered no other comment. */
    top_id: Fixed<CommentId>
  }
  /** A member's vote on a comment: 1 up, -1 down. */
  comment_votes: { comment_id: Fixed<CommentId>; member_id: Fixed<MemberId>; vote: 1 | -1; at: number }
  /** Whom texts mention. */
  post_mentions: { post_id: Fixed<PostId>; member_id: Fixed<MemberId> }
  comment_mentions: { comment_id: Fixed<CommentId>; member_id: Fixed<MemberId> }
  /**
   * Hashtags. `key` is the same for all spellings of a tag. `name` is the key too: only nodes of the release before
   * read it. None is ever deleted.
   */
  tags: { id: Fixed<TagId>; key: Fixed<string>; name: Fixed<string> }
  /** The hashtags of posts, with the post's author. Triggers keep `like_count` equal to that of the post. */
  post_tags: {
    tag_id: Fixed<TagId>
    post_id: Fixed<PostId>
    author_id: Fixed<MemberId>
    like_count: Generated<number>
  }
  tag_follows: { member_id: Fixed<MemberId>; tag_id: Fixed<TagId>; at: Fixed<number> }
  follows: {
    follower_id: Fixed<MemberId>
    followed_id: Fixed<MemberId>
    at: Fixed<number>
    /** 1 if the follower does not want the reposts of the followed member. */
    hides_reposts: Generated<0 | 1>
  }
  /** Recent follows and unfollows, for the same reason as like_events. */
  follow_events: {
    at: Fixed<number>
    follower_id: Fixed<MemberId>
    followed_id: Fixed<MemberId>
    delta: Fixed<1 | -1>
  }
  /** Who asks to follow a private member. Whoever follows has no request. */
  follow_requests: { follower_id: Fixed<MemberId>; followed_id: Fixed<MemberId>; at: Fixed<number> }
  /** Neither of the two sees the other. There is no row of a member with themselves. */
  blocks: { blocker_id: Fixed<MemberId>; blocked_id: Fixed<MemberId>; at: Fixed<number> }
  /** `ends_at` is null for a mute without an end. Rows that have ended are deleted by the member's next mute. */
  mutes: {
    muter_id: Fixed<MemberId>
    muted_id: Fixed<MemberId>
    at: number
    ends_at: number | null
    with_notifications: 0 | 1
  }
  muted_words: {
    id: Fixed<number>
    member_id: Fixed<MemberId>
    phrase: Fixed<string>
    action: Fixed<'hide' | 'collapse'>
    ends_at: Fixed<number | null>
    /** An id from when it was last edited, by an app; 0 if it was not. */
    edited_at: Fixed<number>
  }
  /** At most one post of each member, written by the member. */
  pinned_posts: { member_id: Fixed<MemberId>; post_id: PostId }
  /** Where a member has stopped reading the home feed in an order. Neither the post nor the session need to exist. */
  feed_positions: {
    member_id: Fixed<MemberId>
    sort: Fixed<ReadSort>
    post_id: number
    /** CSS pixels from the top edge of the post to the reading line. */
    line_offset: number
    /** The newest id that the member has had on a screen. It only grows. */
    newest_id: number
    read_at: number
    session_id: number
    /** The device of the session, which may have ended. */
    device: string
  }
  bookmarks: { member_id: Fixed<MemberId>; post_id: Fixed<PostId>; at: Fixed<number> }
  media: {
    /** The name under /media/, derived from the content. */
    name: Fixed<string>
    type: Fixed<'image' | 'video'>
    mime: Fixed<string>
    /** The size of the file that is served; during a conversion, of its source. */
    bytes: number
    width: Fixed<number>
    height: Fixed<number>
    preview: Fixed<string>
    /**
     * The colours of a picture or poster, for apps; null for a video without one, and for uploads from before migration
     * 036.
     */
    blurhash: ColumnType<string | null, string | null | undefined, never>
    /** The number of frames of a picture, 1 if it is not animated; null for a video, and if it was not counted. */
    frames: number | null
    /** The duration of a video, in milliseconds. */
    duration: Fixed<number | null>
    has_poster: ColumnType<0 | 1, 0 | 1 | undefined, never>
    /** Whether it can be shown. Only videos are ever `converting` or `failed`. */
    state: Generated<'ready' | 'converting' | 'failed'>
    /** Until when a node has claimed the conversion (conversions.ts). */
    claimed_until: Generated<number>
    /** How often the conversion was started. */
    attempts: Generated<number>
    created_at: number
    /** When the removal of its files began. From then on nothing else uses the row. */
    removing_at: Generated<number | null>
  }
  /**
   * Uploads that no post or profile has referenced yet; `member_id` is 0 for files that no member has uploaded. Rows
   * with `member_id` 0 and `at` 0 are media that may have lost their last reference. For a row older than a day, the
   * sweep checks whether anything references the file.
   */
  media_uploads: { name: Fixed<string>; member_id: Fixed<MemberId | 0>; at: number }
  /** Who has uploaded a file, and may use its name; and the description that an app has sent before its post. */
  media_uploaders: { name: Fixed<string>; member_id: Fixed<MemberId>; alt: Generated<string> }
  idempotency_keys: {
    member_id: Fixed<MemberId>
    key: Fixed<string>
    /** A hash of the request, so that one key cannot be used for two different requests. */
    request_hash: Fixed<string>
    /** The post or comment that the request created. */
    made_id: number
    created_at: Fixed<number>
  }
  /**
   * What has changed since it was indexed, written by triggers. `of` is the id of a post or a member, which may be
   * gone. The indexer deletes the rows that it has read.
   */
  search_changes: { id: Fixed<number>; kind: Fixed<'post' | 'member'>; of: Fixed<number>; at: Fixed<number> }
  /** One row per fact about the installation. */
  settings: { key: Fixed<string>; value: string }
}

/** The columns of a table, other than its own key, that contain an id of this type. */
export type References<Row, Id> = {
  [Column in keyof Row & string]: Column extends 'id'
    ? never
    : [Extract<SelectType<Row[Column]>, Id>] extends [never]
      ? never
      : Column
}[keyof Row & string]

/** The tables with columns of this kind. */
export type Referring<Tables, Id> = {
  [Table in keyof Tables]: [References<Tables[Table], Id>] extends [never] ? never : Table
}[keyof Tables]
