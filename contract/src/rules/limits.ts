/**
 * The constants of the specification and of our own calls, for the server, the web and the tests. Some others are
 * beside their rules.
 */

/** A post's picture or video must be smaller than this many bytes (20 MB). */
export const POST_MEDIA_MAX_BYTES = 20_971_520
/** An avatar must be smaller than this many bytes (10 MB). */
export const AVATAR_MAX_BYTES = 10_485_760

/** How long an upload can be resumed, in seconds. */
export const UPLOAD_SECONDS = 24 * 60 * 60
/** Maximum number of unfinished resumable uploads of a member on one node. */
export const UPLOADS_MAX = 10

/** Lengths count UTF-16 code units, as JavaScript and an HTML maxlength do. */
export const PASSWORD_MIN_LENGTH = 8
export const PASSWORD_MAX_LENGTH = 200
export const USERNAME_MAX_LENGTH = 30
export const NAME_MAX_LENGTH = 50
export const EMAIL_MAX_LENGTH = 254
export const POST_MAX_LENGTH = 5_000
export const COMMENT_MAX_LENGTH = 2_000
export const ALT_MAX_LENGTH = 1_000
/** One line, in front of what it covers. */
export const WARNING_MAX_LENGTH = 120
/** Of a post. */
export const PICTURES_MAX = 4
export const POLL_OPTIONS_MIN = 2
export const POLL_OPTIONS_MAX = 6
/** Of an option, one line. */
export const POLL_OPTION_MAX_LENGTH = 80
/** How long a poll is open, in seconds: 5 minutes to 30 days. */
export const POLL_SECONDS_MIN = 5 * 60
export const POLL_SECONDS_MAX = 30 * 24 * 60 * 60
/** If nothing is said. */
export const POLL_SECONDS_DEFAULT = 24 * 60 * 60
/** An edit that comes so soon after the post or comment, in milliseconds, keeps no version. */
export const EDIT_GRACE_MS = 2 * 60_000
/** Versions of a post or comment: the first one, and the newest. */
export const VERSIONS_MAX = 100
/** Versions of a page: the maximum, and the default. */
export const VERSIONS_PAGE = 20
export const BIO_MAX_LENGTH = 300
export const PRONOUNS_MAX_LENGTH = 40
/** Of a profile, besides the website. */
export const FIELDS_MAX = 4
export const FIELD_NAME_MAX_LENGTH = 50
export const FIELD_VALUE_MAX_LENGTH = 255
/** Of a report, an appeal, a moderator's message, and the answer of a sign-up. */
export const REPORT_MAX_LENGTH = 1_000
/** Maximum number of reports that one decision closes. */
export const DECIDED_MAX = 100
export const INVITATION_USES_MAX = 100
export const INVITATION_DAYS_MAX = 365
export const URL_MAX_LENGTH = 2_048
/** Maximum size of the extra sign-up fields, as JSON in UTF-8, in bytes. */
export const EXTRA_FIELDS_MAX_BYTES = 4_096
/** Maximum size of a JSON request body, in bytes. */
export const JSON_BODY_MAX_BYTES = 65_536

/** Entries of a page: the maximum, and the default. */
export const PAGE_MAX = 100
export const PAGE_DEFAULT = 100
/** Members found by the beginning of a name: the maximum, and the default. */
export const PEOPLE_FOUND_MAX = 10
export const PEOPLE_FOUND_DEFAULT = 8
/** Entries of a nested list: the maximum, and the default. */
export const EMBED_MAX = 100
export const EMBED_DEFAULT = 100
/** In trees of comments: the first answers to a comment, and to each of these, that are shown with it. */
export const ANSWERS_SHOWN = [3, 1] as const
/** In a list of branches, the first comments of each are counted. */
export const ANSWERS_COUNTED = 500
/** What one page of branches, or of a branch by its own address, puts together: comments and places. */
export const TREE_MAX = 3_000

/** How long a success or error toast stays, in milliseconds. */
export const TOAST_MS = 1_500
/** Explore's pulse loader shows for at most this long after each load, in milliseconds. */
export const EXPLORE_LOADER_MS = 5_000
/** How many posts Explore reveals each time its sentinel comes into view. */
export const EXPLORE_STEP = 1

/** Life of a token, in seconds: with and without "Always keep me signed in?". */
export const TOKEN_SECONDS_KEPT = 30 * 24 * 60 * 60
export const TOKEN_SECONDS = 24 * 60 * 60
/** Life of a one-time link for a new password that the operator makes, in seconds. A mailed one lives an hour. */
export const RESET_SECONDS = 24 * 60 * 60
/** How long an authentication counts as recent after its last use, in seconds. */
export const CONFIRMED_SECONDS = 15 * 60
/** How long it does at most, however often it is used, in seconds. */
export const CONFIRMED_SECONDS_MAX = 60 * 60
/** How long the challenge of a passkey is valid, in seconds. */
export const CHALLENGE_SECONDS = 5 * 60
/** Maximum number of a member's passkeys. */
export const PASSKEYS_MAX = 20
export const PASSKEY_NAME_MAX_LENGTH = 50
/** Maximum number of a member's tokens for scripts. */
export const TOKENS_MAX = 25
export const TOKEN_NAME_MAX_LENGTH = 50
/** Of what browsers answer, in base64url. Ids have at most 1,023 bytes (WebAuthn). */
export const CREDENTIAL_ID_MAX_LENGTH = 1_364
export const CREDENTIAL_PART_MAX_LENGTH = 16_384
/** Recovery codes of a second factor. */
export const RECOVERY_CODES = 10
export const SIGN_IN_CODE_MAX_LENGTH = 40
/** How long events of an account are kept, in days. */
export const ACCOUNT_EVENT_DAYS = 90

/** How long an Idempotency-Key is stored, in seconds. A client may send what it has kept without a network for days. */
export const IDEMPOTENCY_SECONDS = 7 * 24 * 60 * 60

/** The default width of a served picture, in pixels. */
export const MEDIA_WIDTH = 400
/**
 * Widths of pictures that `?w=` can request, in pixels: that of the specification, and two that fill a phone or an
 * ordinary screen (660) and a high-density one (1060) with a post's picture.
 */
export const MEDIA_WIDTHS = [400, 660, 1_060] as const
/**
 * The longer side of a stored picture is at most this, in pixels. `?w=` with it asks for the whole picture, which the
 * viewer and apps do.
 */
export const PICTURE_SIDE_MAX = 2_048

/** How long the cursor of a list that is ordered by a count (likes, followers) is valid, in seconds. */
export const RANKED_CURSOR_SECONDS = 24 * 60 * 60
/**
 * Most cursors are short. On PostgreSQL, that of a ranked list names each write that was in progress at its snapshot.
 */
export const CURSOR_LENGTH_MAX = 6_000

export const SORTS = ['latest', 'oldest', 'trending'] as const
/** The orders of the home feed. */
export type Sort = (typeof SORTS)[number]

/** Posts of the home feed are counted up to this number: those above a position, new ones, and those in a gap. */
export const FEED_COUNT_MAX = 1_000
/** The maximum distance of the reading line from the top edge of the post that is read, in CSS pixels. */
export const POSITION_OFFSET_MAX = 100_000
/** How old a reading may be when it is stored, in milliseconds. */
export const POSITION_AGE_MAX_MS = 7 * 24 * 60 * 60_000

/** Mentions of a text beyond this many different ones are plain text. */
export const MENTIONS_MAX = 100

/** Hashtags of a text beyond this many different ones are plain text. */
export const TAGS_MAX = 30
/** Maximum number of hashtags that a member follows. */
export const TAGS_FOLLOWED_MAX = 1_000
/** Hashtags that trend: at most this many, each used by at least so many members within this time in milliseconds. */
export const TRENDING_TAGS_MAX = 10
export const TRENDING_TAG_MEMBERS_MIN = 2
export const TRENDING_TAGS_MS = 24 * 60 * 60_000

/** Maximum number of posts that one event stream can watch. */
export const WATCHED_MAX = 50
/** Maximum number of streams of live news that a member has on one node; of a shared account, each session. */
export const STREAMS_MAX = 10
/** Maximum time between two writes to an event stream, in milliseconds. */
export const HEARTBEAT_MS = 20_000
/** How long an event stream can be resumed, in milliseconds, and with at most how many new posts. */
export const RESUME_MS = 60 * 60_000
export const NEW_POSTS_MAX = 100

/** How long a mute lasts, in milliseconds; null for one without an end. */
export const MUTE_DURATIONS = { hour: 3_600_000, day: 86_400_000, week: 7 * 86_400_000, always: null } as const
/** The longest hashtag, with its #. */
export const MUTED_PHRASE_MAX_LENGTH = 101
/** Maximum number of a member's muted words and phrases. */
export const MUTED_WORDS_MAX = 100

/** How long a notification takes further events of its kind about the same thing, in milliseconds. */
export const NOTIFICATION_WINDOW_MS = 12 * 60 * 60_000
/** Maximum number of members that a notification shows. */
export const NOTIFICATION_FACES = 8
/** A notification counts the members of its newest events, up to this many. */
export const NOTIFICATION_COUNT_MAX = 10_000
/** Unread notifications are counted up to this number. */
export const UNREAD_MAX = 100
/** Maximum number of members whom the mentions of one text notify, the first in the text. */
export const MENTIONS_NOTIFIED_MAX = 20
/** A comment notifies the members who wrote the latest comments before it: of so many comments, so many members. */
export const REPLY_COMMENTS_MAX = 200
export const REPLY_MEMBERS_MAX = 100

/** Maximum number of a member's devices that get push messages. The one that subscribed first is replaced. */
export const PUSH_DEVICES_MAX = 20
export const PUSH_ENDPOINT_MAX_LENGTH = 1_024
/** Characters of a search, and its words, phrases and operators together. */
export const SEARCH_LENGTH_MAX = 200
export const SEARCH_TERMS_MAX = 10
/** People that are suggested while a search is typed, and tags. */
export const SUGGESTED_MAX = 5
/** Posts with a tag are counted up to this number, and up to that in lists of found tags. */
export const TAG_COUNT_MAX = 1_000
export const FOUND_TAG_COUNT_MAX = 100
