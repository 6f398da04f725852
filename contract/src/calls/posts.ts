import { Type } from 'typebox'
import { Post, ShowPollResults, WhoMayComment, WhoMayQuote, WhoMayRepost } from '../entities/entities.ts'
import { CreateHeaders, EmbedQuery, EntityPageQuery, PostId, page, Username } from '../entities/fields.ts'
import { LANGUAGE_TAG_MAX_LENGTH } from '../rules/languages.ts'
import * as limits from '../rules/limits.ts'
import { endpoints } from './endpoint.ts'
import { entityPageOf, postWrite } from './shared.ts'

const endpoint = endpoints({ noun: 'posts' })

export const listPosts = endpoint('GET /api/posts', {
  summary: 'Posts that everyone sees, newest first',
  access: 'anyone',
  ...entityPageOf('posts', Post),
})

export const getPost = endpoint('GET /api/posts/:postId', {
  summary: 'One post',
  access: 'anyone',
  params: Type.Object({ postId: PostId }),
  query: EmbedQuery,
  answer: Type.Object({ post: Post }),
  errors: ['postUnknown'],
})

export const listMemberPosts = endpoint('GET /api/posts/user/:username', {
  summary: "One member's posts and reposts, newest first; for that member also posts that a moderator has hidden",
  access: 'anyone',
  params: Type.Object({ username: Username }),
  query: EntityPageQuery,
  answer: page('posts', Post),
  errors: ['memberUnknown', 'followersOnly', 'cursorInvalid'],
})

const FurtherPictures = Type.Array(
  Type.Object({
    url: Type.String({ maxLength: limits.URL_MAX_LENGTH }),
    alt: Type.Optional(Type.String({ maxLength: limits.ALT_MAX_LENGTH })),
  }),
  {
    maxItems: limits.PICTURES_MAX - 1,
    description:
      'The pictures after the first one, in their order: different files that were uploaded here. The first is a picture too',
  },
)

export const PollInput = Type.Object({
  options: Type.Array(Type.String({ maxLength: limits.POLL_OPTION_MAX_LENGTH }), {
    minItems: limits.POLL_OPTIONS_MIN,
    maxItems: limits.POLL_OPTIONS_MAX,
  }),
  multiple: Type.Optional(Type.Boolean()),
  mayChange: Type.Optional(Type.Boolean()),
  showResults: Type.Optional(ShowPollResults),
  seconds: Type.Optional(
    Type.Integer({
      minimum: limits.POLL_SECONDS_MIN,
      maximum: limits.POLL_SECONDS_MAX,
      description:
        'How long it is open from now on. Without it, a new poll is open for a day, and an edited one ends as before',
    }),
  ),
})

const Language = Type.String({
  pattern: '^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?$',
  maxLength: LANGUAGE_TAG_MAX_LENGTH,
})

/** Other fields are ignored. The author is always the token's member. */
export const PostInput = Type.Object({
  content: Type.Optional(Type.String({ maxLength: limits.POST_MAX_LENGTH })),
  mediaUrl: Type.Optional(Type.String({ maxLength: limits.URL_MAX_LENGTH })),
  alt: Type.Optional(
    Type.String({
      maxLength: limits.ALT_MAX_LENGTH,
      description: 'A description of the media, for those who cannot see them',
    }),
  ),
  furtherPictures: Type.Optional(FurtherPictures),
  lang: Type.Optional({
    ...Language,
    description:
      'The language of the text, as a BCP 47 tag; empty for none. Without it, that of the browser (`Accept-Language`), if the text is new',
  }),
  whoMayComment: Type.Optional(WhoMayComment),
  whoMayRepost: Type.Optional({
    ...WhoMayRepost,
    description: "Who may repost the post, if everyone sees it. Without it, a new post has the member's default",
  }),
  whoMayQuote: Type.Optional({
    ...WhoMayQuote,
    description: "Who may quote the post, if everyone sees it. Without it, a new post has the member's default",
  }),
  warning: Type.Optional(
    Type.String({
      maxLength: limits.WARNING_MAX_LENGTH,
      description: 'One line that covers the text and the media until the reader opens them; empty for none',
    }),
  ),
  sensitive: Type.Optional(
    Type.Boolean({
      description:
        "Whether the media are blurred until the reader opens them, also without a warning. Without it, a new post with media has the member's default, and so has one that gets its first media by an edit",
    }),
  ),
  poll: Type.Optional(
    Type.Union([PollInput, Type.Null()], {
      description:
        'Null removes it. An edit of the options, or of `multiple`, removes all votes. One that has ended can only be removed',
    }),
  ),
  type: Type.Optional(
    Type.String({ description: "'image' or 'video'; the server determines it for media uploaded here" }),
  ),
})

const IGNORED = Type.Optional(Type.Unknown({ description: "Ignored: the name is that of the token's member" }))

/** The form of a new post also has the name of its author. */
export const NewPostInput = Type.Object({
  ...PostInput.properties,
  quote: Type.Optional({
    ...PostId,
    description: 'The post that it quotes, which everyone sees: its `_id` or public id',
  }),
  firstName: IGNORED,
  lastName: IGNORED,
})

export const createPost = endpoint('POST /api/posts', {
  ...postWrite,
  summary: 'Write a post',
  headers: CreateHeaders,
  body: Type.Object({ postData: NewPostInput }),
  // postUnknown: of the quoted post; or the post that was created with this Idempotency-Key has been deleted since.
  errors: [
    'postEmpty',
    'mediaUrlInvalid',
    'picturesInvalid',
    'pollInvalid',
    'quoteForbidden',
    'idempotencyKeyReused',
    'postUnknown',
  ],
})

const PostBasis = Type.Object(
  {
    content: Type.String(),
    mediaUrl: Type.String(),
    alt: Type.String(),
    lang: Type.Optional({ ...Language, description: 'Empty for none. Not compared if it is not sent' }),
    furtherPictures: Type.Optional({
      ...FurtherPictures,
      description: 'Empty for none. Not compared if it is not sent',
    }),
    warning: Type.Optional(
      Type.String({
        description:
          "Empty for none; the author's own, also while a moderator's is in its place. Not compared if it is not sent",
      }),
    ),
    sensitive: Type.Optional(Type.Boolean({ description: 'Not compared if it is not sent' })),
    pollVersion: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The version of its poll; 0 for none. Not compared if it is not sent' }),
    ),
    pollMayChange: Type.Optional(
      Type.Boolean({ description: '`mayChange` of its poll, which is of no version. Not compared if it is not sent' }),
    ),
    pollShowResults: Type.Optional({ ...ShowPollResults, description: 'As pollMayChange, of `showResults`' }),
  },
  {
    description:
      'What the post had when the edit was begun. If it has changed since, the edit is refused. An edit whose result is what the post has changes nothing, so a repeated edit is made once',
  },
)

export const editPost = endpoint('POST /api/posts/edit/:postId', {
  ...postWrite,
  summary:
    'Edit an own post; fields that are not sent stay. But a new text takes the language of the browser, other media have no description, and first media are `sensitive` if the member wants that for new posts, unless these fields are sent',
  params: Type.Object({ postId: PostId }),
  body: Type.Object({ postData: PostInput, basedOn: Type.Optional(PostBasis) }),
  errors: [
    'postUnknown',
    'postEditForbidden',
    'postEmpty',
    'mediaUrlInvalid',
    'picturesInvalid',
    'pollInvalid',
    'pollEnded',
    'editConflict',
  ],
})

export const removeCard = endpoint('DELETE /api/posts/:postId/card', {
  summary:
    'Take the card of an address off an own post; nothing happens if it has none. The next edit of its text or media looks for one again; answers the post',
  access: 'member',
  params: Type.Object({ postId: PostId }),
  query: EmbedQuery,
  answer: Type.Object({ post: Post }),
  errors: ['postUnknown', 'postEditForbidden'],
})

export const deletePost = endpoint('DELETE /api/posts/:postId', {
  ...postWrite,
  summary: 'Delete an own post with all that belongs to it, such as its comments, likes, reposts and bookmarks',
  params: Type.Object({ postId: PostId }),
  errors: ['postUnknown', 'postDeleteForbidden'],
})
