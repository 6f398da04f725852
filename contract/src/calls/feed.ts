import { type Static, Type } from 'typebox'
import { Member, Post } from '../entities/entities.ts'
import { EmbedQuery, EntityPageQuery, NextCursor, PageQuery, page } from '../entities/fields.ts'
import { FEED_COUNT_MAX, POSITION_AGE_MAX_MS, POSITION_OFFSET_MAX, SORTS } from '../rules/limits.ts'
import { endpoints } from './endpoint.ts'
import { entityPageOf } from './shared.ts'

const endpoint = endpoints({ noun: 'feed', access: 'member' })

export const listFeed = endpoint('GET /api/feed', {
  summary:
    'The home feed: the posts of the viewer and of members they follow, and what followed hashtags and reposts bring',
  query: Type.Object({
    ...EntityPageQuery.properties,
    sort: Type.Optional(Type.Enum([...SORTS], { default: 'latest' })),
  }),
  answer: page('posts', Post),
  errors: ['cursorInvalid'],
})

export const listExplore = endpoint('GET /api/explore', {
  summary: 'Posts that everyone sees, newest first; if the viewer has chosen languages, those in them or without one',
  access: 'anyone',
  ...entityPageOf('posts', Post),
})

/**
 * Where a member has stopped reading the home feed. The feed is listed from top to bottom: above is earlier in the
 * list.
 */

/** The orders that keep a reading position. In trending, posts move by themselves. */
const ReadSort = Type.Enum(['latest', 'oldest'], { default: 'latest' })
export type ReadSort = Static<typeof ReadSort>

/** Also the id of a post that is gone, which is why it is not looked up. */
const PostKey = Type.String({ pattern: '^[0-9]{1,15}$|^[0-8][0-9]{15}$', description: "A post's `_id`" })
const Offset = Type.Integer({
  minimum: 0,
  maximum: POSITION_OFFSET_MAX,
  description: 'CSS pixels from the top edge of the post to the reading line, the lower edge of what covers the list',
})
const newestId = {
  ...PostKey,
  description: 'The newest post of the feed that the member has had on a screen. Newer ones are new',
}

export const FeedPosition = Type.Object({
  postId: PostKey,
  offset: Offset,
  readAt: Type.String({
    pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z$',
    description: 'YYYY-MM-DDTHH:mm:ss.sssZ',
    examples: ['2026-01-31T09:30:00.123Z'],
  }),
  device: Type.String({ description: 'The browser and system on which it was read; may be empty' }),
  isThisDevice: Type.Boolean({ description: 'Whether the session of this request has stored it' }),
  newestId,
})
export type FeedPosition = Static<typeof FeedPosition>

const position = Type.Union([FeedPosition, Type.Null()], { description: 'Null if nothing was read yet' })
const countOf = (what: string) =>
  Type.Integer({
    minimum: 0,
    maximum: FEED_COUNT_MAX,
    description: `${what}, counted up to ${FEED_COUNT_MAX.toLocaleString('en')}`,
  })
const pageOfSort = { sort: Type.Optional(ReadSort), limit: PageQuery.properties.limit, ...EmbedQuery.properties }

export const getFeedPosition = endpoint('GET /api/feed/position', {
  summary: 'Where the viewer has stopped reading, on any device',
  query: Type.Object({ sort: Type.Optional(ReadSort) }),
  answer: Type.Object({ position }),
})

export const setFeedPosition = endpoint('POST /api/feed/position', {
  summary:
    'Store where the viewer is reading; answers what is stored, which is a later reading of another device if there is one',
  body: Type.Object({
    sort: ReadSort,
    postId: PostKey,
    offset: Offset,
    newestId,
    age: Type.Integer({
      minimum: 0,
      maximum: POSITION_AGE_MAX_MS,
      description: 'Milliseconds since it was read, so that a late request does not replace a later reading',
    }),
  }),
  answer: Type.Object({ position: FeedPosition }),
  errors: ['guestFixed'],
})

export const resumeFeed = endpoint('GET /api/feed/resume', {
  summary:
    "The feed from the viewer's position on: from its post, or else the next older or newer one that is in the feed. Without a position, or from the top, the first page. Also how many posts are above the position",
  query: Type.Object({
    ...pageOfSort,
    from: Type.Optional(
      Type.Enum(['position', 'top', 'setting'], {
        default: 'position',
        description: 'Where the page begins; `setting`: as the member has set it (`POST /api/account/home`)',
      }),
    ),
  }),
  answer: Type.Object({
    posts: Type.Array(Post),
    nextCursor: NextCursor,
    from: Type.Enum(['position', 'top'], { description: 'Where the page begins; without a position, at the top' }),
    position,
    aboveCount: countOf('Posts above the position; if the page begins there, above its first post'),
    newCount: countOf('In latest: posts newer than `newestId`'),
  }),
})

export const setHomeStart = endpoint('POST /api/account/home', {
  summary: 'Open the home feed where the viewer has stopped reading, or at its top: `resumesHome` of the own record',
  query: EmbedQuery,
  body: Type.Object({ resumes: Type.Boolean() }),
  answer: Type.Object({ user: Member }),
  errors: ['guestFixed'],
})

export const listFeedBetween = endpoint('GET /api/feed/between', {
  summary: 'Posts between two posts of the feed, in the order of the feed',
  query: Type.Object({
    ...pageOfSort,
    above: Type.Optional({ ...PostKey, description: 'The `_id` of the post above the gap; without it, the top' }),
    below: Type.Optional({ ...PostKey, description: 'The `_id` of the post below the gap; without it, the end' }),
    from: Type.Optional(
      Type.Enum(['above', 'below'], { default: 'above', description: 'The end of the gap that is read' }),
    ),
  }),
  answer: Type.Object({
    posts: Type.Array(Post),
    count: countOf('Posts that are left in the gap'),
  }),
})
