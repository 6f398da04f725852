import { Type } from 'typebox'
import type { PollResults, Post, WhoMayComment, WhoMayQuote, WhoMayRepost } from '../entities/entities.ts'
import { WATCHED_MAX } from '../rules/limits.ts'
import { endpoints } from './endpoint.ts'

const endpoint = endpoints({ noun: 'events', access: 'member' })

/** The data of each event of a stream, as JSON. */
export interface Events {
  /**
   * New posts by members and with hashtags that the viewer follows, and what these members have just reposted, oldest
   * first: the `_id`s of posts, and of reposts their `repost.id`. Each comes once.
   */
  posts: { ids: string[] }
  /** The present state of a watched post. */
  post: PostState
  /** A watched post was deleted, or the viewer may not see it any more. */
  delete: { _id: string }
  /** The present number of the viewer's followers. */
  follower: { followersCount: number }
  /**
   * How many requests to follow wait for the viewer's answer. `own` is the version of the viewer's own requests:
   * another one than the last means that one was made, taken back or answered, so the client should reload what it
   * shows.
   */
  requests: { followRequests: number; own: string }
  /** The `_id` of the viewer's pinned post, or null. */
  pin: { pinnedPost: string | null }
  /**
   * Which members and words the viewer has blocked or muted. Another `version` than the last one means that this has
   * changed, perhaps in another tab, so the client should reload what it shows.
   */
  relations: { version: string }
  /**
   * How many notifications are unread, up to `UNREAD_MAX`. It comes at the start and whenever notifications may have
   * changed, also with the same number, so a client that shows the list should reload its first page.
   */
  notifications: { unread: number }
  /** The stream cannot be resumed without a gap, so the client should reload what it shows. */
  resync: Record<string, never>
  /** The session has ended, and so has the stream. */
  ended: Record<string, never>
}

/**
 * What an edit changes is included for some minutes after an edit. `updatedAt` reveals an older edit that was missed. A
 * post with `hidden` is sent to its author alone; for others it is deleted.
 */
export type PostState = Pick<Post, '_id' | 'repostCount' | 'quoteCount' | 'commentCount' | 'updatedAt' | 'hidden'> & {
  likes: Pick<Post['likes'], 'likeCount' | 'likedByCount'>
  /** Grows when the post's author hides or shows a comment. Then clients reload the comments. Absent for 0. */
  commentsVersion?: number
  /** The post that it quotes was withdrawn from it. */
  isQuoteWithdrawn?: true
  /** `updatedAt` of its card, if it has one. Clients that have another one, or of another text, read the post again. */
  cardUpdatedAt?: string
  /** What it asks; absent if it asks nothing, as of a post. Of another `version`, the viewer has no vote any more. */
  poll?: Post['poll']
  /** The results, for a viewer who sees them and not every reader does: `viewer.poll.results` of the post. */
  pollResults?: PollResults
  edited?: Pick<Post, 'content' | 'mediaUrl' | 'type' | 'alt' | 'media'> & {
    whoMayComment: WhoMayComment
    whoMayRepost: WhoMayRepost
    whoMayQuote: WhoMayQuote
    /** Empty if it is unknown, unlike that of a post. */
    lang: string
    /** Empty if there are none, unlike those of a post. */
    mentions: string[]
    furtherPictures: NonNullable<Post['furtherPictures']>
    /** Empty if there is none, unlike that of a post. */
    warning: string
    warnedBy: NonNullable<Post['warnedBy']> | ''
    sensitive: boolean
    /** Empty if it was not edited, unlike that of a post. */
    editedAt: string
  }
}

// One that is missing is a compile error.
const NAMES = Object.keys({
  posts: 0,
  post: 0,
  delete: 0,
  follower: 0,
  requests: 0,
  pin: 0,
  relations: 0,
  notifications: 0,
  resync: 0,
  ended: 0,
} satisfies Record<keyof Events, 0>)

export const openEvents = endpoint('GET /api/events', {
  summary:
    'Live news as server-sent events, such as new posts of the home feed, changes of watched posts, the number of followers, requests to follow, the pinned post, blocks and mutes, and notifications',
  query: Type.Object({
    watch: Type.Optional(
      Type.String({
        pattern: `^(\\d{1,16}(,\\d{1,16}){0,${WATCHED_MAX - 1}})?$`,
        description: `The posts on the screen: up to ${WATCHED_MAX} \`_id\`s, separated by commas`,
      }),
    ),
  }),
  headers: Type.Object({
    'last-event-id': Type.Optional(
      Type.String({
        maxLength: 2_048,
        description: 'The id of the last received event, from which the stream resumes',
      }),
    ),
  }),
  produces: 'text/event-stream',
  answer: Type.String({
    description: `Events ${NAMES.join(', ')}; see events.ts`,
  }),
  errors: ['tooManyStreams'],
})
