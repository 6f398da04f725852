import { type Static, Type } from 'typebox'
import { Post } from '../entities/entities.ts'
import { Count, Id, Timestamp } from '../entities/fields.ts'
import { TAG_COUNT_MAX } from '../rules/limits.ts'
import { TAG_LENGTH_MAX } from '../rules/references.ts'
import { endpoints } from './endpoint.ts'
import { entityPageOf, pageOf } from './shared.ts'

const endpoint = endpoints({ noun: 'tags' })

const TagName = Type.String({
  minLength: 1,
  maxLength: TAG_LENGTH_MAX,
  description: 'A hashtag without the #, in any spelling: upper and lower case, for example, are the same tag',
})

const spelling = {
  key: Type.String({ description: 'Which tag it is: the same for all its spellings' }),
  name: Type.String({ description: 'The tag without the #, as in the first post with it that everyone sees' }),
} as const

export const Tag = Type.Object({
  ...spelling,
  postsCount: Type.Integer({
    minimum: 0,
    maximum: TAG_COUNT_MAX,
    description: `The posts with this tag that everyone sees, also those of members whom the viewer has blocked or muted; counted up to ${TAG_COUNT_MAX}`,
  }),
  viewer: Type.Optional(
    Type.Object({
      following: Type.Boolean(),
      mutedWord: Type.Optional({
        ...Id,
        description: 'The `_id` of the muted word that mutes the tag, if there is one',
      }),
    }),
  ),
})
export type Tag = Static<typeof Tag>

const params = Type.Object({ tag: TagName })

export const getTag = endpoint('GET /api/tags/:tag', {
  summary: 'A hashtag; one that nobody has used is answered with a count of 0',
  access: 'anyone',
  params,
  answer: Type.Object({ tag: Tag }),
})

export const listTagPosts = endpoint('GET /api/tags/:tag/posts', {
  summary: 'The posts with a hashtag that everyone sees, newest first; none if nobody has used it',
  access: 'anyone',
  params,
  ...entityPageOf('posts', Post),
})

export const followTag = endpoint('POST /api/tags/:tag/follow', {
  summary: "Follow a hashtag: posts with it join the viewer's home feed",
  access: 'member',
  params,
  answer: Type.Object({ tag: Tag }),
  errors: ['tagInvalid', 'tagAlreadyFollowed', 'tooManyTagsFollowed'],
})

export const putTagFollow = endpoint('PUT /api/tags/:tag/follow', {
  summary: 'Follow a hashtag; nothing happens if it is followed',
  access: 'member',
  params,
  answer: Type.Object({ tag: Tag }),
  errors: ['tagInvalid', 'tooManyTagsFollowed'],
})

export const deleteTagFollow = endpoint('DELETE /api/tags/:tag/follow', {
  summary: 'Stop following a hashtag; nothing happens if it is not followed',
  access: 'member',
  params,
  answer: Type.Object({ tag: Tag }),
  errors: [],
})

export const FollowedTag = Type.Object({ _id: Id, ...spelling, followedAt: Timestamp })
export type FollowedTag = Static<typeof FollowedTag>

export const listFollowedTags = endpoint('GET /api/followed-tags', {
  summary: 'The hashtags that the viewer follows, the latest first',
  access: 'member',
  ...pageOf('tags', FollowedTag),
})

export const TrendingTag = Type.Object({
  ...spelling,
  membersCount: { ...Count, description: 'How many members have used the tag in posts of the last day' },
})
export type TrendingTag = Static<typeof TrendingTag>

export const listTrendingTags = endpoint('GET /api/trending-tags', {
  summary:
    'At most ten hashtags of the last day, by the number of members who have used them, at least two, in posts that everyone sees; without those that the viewer has muted',
  access: 'anyone',
  answer: Type.Object({
    tags: Type.Array(TrendingTag),
    asOf: { ...Timestamp, description: 'The minute for which they were counted: at most a minute ago' },
  }),
})
