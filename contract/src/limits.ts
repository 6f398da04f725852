/** Every constant of the specification and of the contract, in one place for the server, the web and the tests. */

/** A post's picture or video must be smaller than this many bytes (20 MB). */
export const POST_MEDIA_MAX_BYTES = 20_971_520
/** An avatar must be smaller than this many bytes (10 MB). */
export const AVATAR_MAX_BYTES = 10_485_760

/** How long a resumable upload can be gone on with, in seconds. */
export const UPLOAD_SECONDS = 24 * 60 * 60
/** Resumable uploads that a member can have begun and not finished, on one node. */
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
export const BIO_MAX_LENGTH = 300
export const URL_MAX_LENGTH = 2_048
/** Extra sign-up fields, as JSON text in UTF-8. */
export const EXTRA_FIELDS_MAX_BYTES = 4_096
/** A JSON request body. */
export const JSON_BODY_MAX_BYTES = 65_536

/** Entries of a page: what a client may ask for, and what it gets unasked. */
export const PAGE_MAX = 100
export const PAGE_DEFAULT = 100
/** Entries of a list inside an entity. */
export const EMBED_MAX = 100
export const EMBED_DEFAULT = 100

/** How long a success or error toast stays, in milliseconds. */
export const TOAST_MS = 1_500
/** Explore's pulse loader shows for at most this long after each load, in milliseconds. */
export const EXPLORE_LOADER_MS = 5_000
/** How many posts Explore reveals each time its sentinel comes into view. */
export const EXPLORE_STEP = 1

/** Life of a token, in seconds: with and without "Always keep me signed in?". */
export const TOKEN_SECONDS_KEPT = 30 * 24 * 60 * 60
export const TOKEN_SECONDS = 24 * 60 * 60
/** Life of a one-time link that sets a new password, in seconds. */
export const RESET_SECONDS = 24 * 60 * 60
/** How long an Idempotency-Key is remembered, in seconds. */
export const IDEMPOTENCY_SECONDS = 24 * 60 * 60

/** The narrow width media are served at where the address asks for none, in pixels. */
export const MEDIA_WIDTH = 400
/**
 * Widths a picture can be asked for with `?w=`, in pixels: the specification's, and those at which a post's picture
 * fills a phone or an ordinary screen (660), and a sharper one (1060).
 */
export const MEDIA_WIDTHS = [400, 660, 1_060] as const

/** How long a list that is ordered by a moving figure (likes, followers) can be read on from a cursor, in seconds. */
export const RANKED_CURSOR_SECONDS = 24 * 60 * 60
/** Most cursors have 20 characters. One of such a list names each write that was under way when its first page was read. */
export const CURSOR_LENGTH_MAX = 6_000

export const SORTS = ['latest', 'oldest', 'trending'] as const
/** How the home feed is ordered. */
export type Sort = (typeof SORTS)[number]

/** Posts that one stream of events can be asked to tell changes of. */
export const WATCHED_MAX = 50
/** Streams of events that a member can hold at once, on one node. */
export const STREAMS_MAX = 10
/** A stream is never silent for longer, in milliseconds. */
export const HEARTBEAT_MS = 20_000
/** A stream of events can be gone on with after so long, in milliseconds, and so many new posts. */
export const RESUME_MS = 60 * 60_000
export const NEWS_MAX = 100
