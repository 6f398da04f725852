import { type Static, Type } from 'typebox'
import {
  ANSWERS_COUNTED,
  FIELDS_MAX,
  POLL_OPTION_MAX_LENGTH,
  POLL_OPTIONS_MAX,
  POLL_OPTIONS_MIN,
  WARNING_MAX_LENGTH,
} from '../rules/limits.ts'
import { LOCALES } from '../rules/locales.ts'
import { Count, Id, MemberSummary, NextCursor, Timestamp } from './fields.ts'
import { Role } from './roles.ts'

/** The entities of the API. */

const members = Type.Array(MemberSummary)

const mentions = Type.Optional(
  Type.Array(Type.String(), {
    minItems: 1,
    description:
      'The usernames of the members whom the text mentions and whom the viewer sees, if there are any; clients link these',
  }),
)

const editedAt = Type.Optional({
  ...Timestamp,
  description: 'When its author last edited it, if not in the first two minutes. Then it has earlier versions',
})

export const Votes = Type.Object({
  upvotedBy: members,
  downvotedBy: members,
  upvoteCount: Count,
  downvoteCount: Count,
})

const CommentAlone = Type.Object({
  _id: Id,
  username: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  avatarURL: Type.String(),
  text: Type.String(),
  mentions,
  hidden: Type.Optional(
    Type.Enum(['member', 'author', 'everyone'], {
      description:
        "'member': its author and the viewer do not see each other; it keeps its place, without author, text and votes. 'author': the post's author has hidden it; clients collapse it, except for its writer. 'everyone': it was deleted, or nobody sees it; in trees it keeps its place while answers stand below",
    }),
  ),
  answering: Type.Optional(
    Type.Object(
      {
        _id: Id,
        username: Type.Optional(Type.String({ description: 'Its author, if the viewer sees the comment' })),
      },
      { description: 'The comment on the same post that it answers, if it answers one' },
    ),
  ),
  answerCount: Type.Optional(
    Type.Integer({
      minimum: 0,
      description: `In trees: how many comments stand below it, at any depth, among the first ${ANSWERS_COUNTED} of the branch in a list of branches`,
    }),
  ),
  votes: Votes,
  viewer: Type.Optional(Type.Object({ upvoted: Type.Boolean(), downvoted: Type.Boolean() })),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  editedAt,
})

export const Comment = Type.Object({
  ...CommentAlone.properties,
  answers: Type.Optional(
    Type.Array(CommentAlone, {
      description: 'In trees: the first answers, oldest first, each followed by the first answers to it',
    }),
  ),
})
export type Comment = Static<typeof Comment>

/** What a page needs to lay out a picture or video before it loads. Only media uploaded here have it. */
export const MediaShape = Type.Object({
  width: Type.Integer({ minimum: 1, description: 'Pixels' }),
  height: Type.Integer({ minimum: 1, description: 'Pixels' }),
  preview: Type.String({ description: 'A blurred thumbnail as a data: URL, or empty' }),
  poster: Type.String({ description: 'The address of the poster of a video, or empty' }),
  animated: Type.Optional(
    Type.Literal(true, { description: 'A picture of several frames; `?still=1` at its address is the first of them' }),
  ),
  state: Type.Enum(['ready', 'converting', 'failed'], {
    description: 'A video that browsers cannot play is converted first; until then only its poster is served',
  }),
})
export type MediaShape = Static<typeof MediaShape>

/** A picture of a post after the first one. All are uploaded here. */
export const FurtherPicture = Type.Object({
  url: Type.String({ description: 'As `mediaUrl`' }),
  alt: Type.String({ description: 'A description of it; empty if the author has written none' }),
  media: MediaShape,
})
export type FurtherPicture = Static<typeof FurtherPicture>

export const MediaType = Type.Enum(['image', 'video', ''], {
  description: "'image' or 'video'; empty for a post without media",
})

export const WhoMayComment = Type.Enum(['everyone', 'followed', 'mentioned', 'nobody'], {
  description:
    'Besides the author: everyone, members whom the author follows, members whom the text mentions as @username, or nobody. A post without it: everyone',
})
export type WhoMayComment = Static<typeof WhoMayComment>

export const WhoMayRepost = Type.Enum(['everyone', 'nobody'], {
  description: 'Who may repost it, if everyone sees it. A post without it: everyone',
})
export type WhoMayRepost = Static<typeof WhoMayRepost>

export const WhoMayQuote = Type.Enum(['everyone', 'followers', 'nobody'], {
  description:
    'Who may quote it besides its author, if everyone sees it: everyone, members who follow the author, or nobody. A post without it: everyone',
})
export type WhoMayQuote = Static<typeof WhoMayQuote>

export const ReadWarnings = Type.Enum(['author', 'open', 'blur'], {
  description:
    "How a member reads posts: 'author': covered where their author says so; 'open': nothing is covered; 'blur': all media are blurred, and warnings as the author says",
})
export type ReadWarnings = Static<typeof ReadWarnings>

const furtherPictures = Type.Optional(
  Type.Array(FurtherPicture, {
    minItems: 1,
    description: 'The pictures after the first one, in their order, if there are any',
  }),
)

/** What covers a post until its reader opens it. */
const COVER = {
  warning: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: WARNING_MAX_LENGTH,
      description: 'One line that is shown in place of the text and the media, until the reader opens them',
    }),
  ),
  warnedBy: Type.Optional(
    Type.Literal('moderator', {
      description: 'Who has put the warning there, unless the author has. The author cannot take it off',
    }),
  ),
  sensitive: Type.Optional(
    Type.Literal(true, { description: 'The media are blurred until the reader opens them, also without a warning' }),
  ),
}

/** The text of a post. */
const TEXT = {
  content: Type.String(),
  lang: Type.Optional(
    Type.String({
      description:
        'The language of the text, as a BCP 47 tag: as its author says, or that of the browser in which it was written',
    }),
  ),
  ...COVER,
}

/** Whose post it is, and its text. */
const SAID = {
  _id: Id,
  id: Type.String({ description: 'The public id, used in /post-detail/{id}' }),
  username: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  avatarURL: Type.String(),
  ...TEXT,
}

/** What a post says, as one that quotes it shows it. Everyone sees it, so its media are not signed. */
export const QuotedPost = Type.Object({
  ...SAID,
  mediaUrl: Type.String({ description: 'Empty for a post without media' }),
  type: MediaType,
  alt: Type.String(),
  media: Type.Union([MediaShape, Type.Null()]),
  furtherPictures,
  createdAt: Timestamp,
  editedAt,
})
export type QuotedPost = Static<typeof QuotedPost>

const SINCE = {
  _id: { ...Id, description: 'Of the version, among those of its post or comment' },
  since: { ...Timestamp, description: 'When this version began' },
}

/** What a post has said at some time, or says. */
export const PostVersion = Type.Object({
  ...SINCE,
  ...TEXT,
  mediaUrl: Type.String({ description: 'As of the post' }),
  type: MediaType,
  alt: Type.String(),
  media: Type.Union([MediaShape, Type.Null()]),
  furtherPictures,
  pollOptions: Type.Optional(Type.Array(Type.String(), { description: 'Of its poll, if it had one' })),
  pollMultiple: Type.Optional(Type.Literal(true, { description: 'If a reader could choose several of these' })),
})
export type PostVersion = Static<typeof PostVersion>

export const CommentVersion = Type.Object({ ...SINCE, text: Type.String() })
export type CommentVersion = Static<typeof CommentVersion>

/** What a post shows of the first address in its text: what that site says of itself. */
export const LinkCard = Type.Object({
  url: Type.String({ description: 'The address, as it is in the text' }),
  title: Type.String(),
  description: Type.String({ description: 'Empty if the site has none' }),
  site: Type.String({ description: 'The name that the site gives itself; empty if it has none' }),
  author: Type.Optional(Type.String()),
  picture: Type.Optional(
    Type.Object(
      {
        url: Type.String(),
        width: Type.Integer({ minimum: 1, description: 'Pixels' }),
        height: Type.Integer({ minimum: 1, description: 'Pixels' }),
        preview: Type.String({ description: 'A blurred thumbnail as a data: URL, or empty' }),
      },
      { description: 'A copy that is served from here' },
    ),
  ),
  updatedAt: { ...Timestamp, description: 'When the site was found to say this' },
})
export type LinkCard = Static<typeof LinkCard>

export const PollResults = Type.Object(
  {
    votes: Type.Array(Count, { description: 'How many members have chosen each option, in their order' }),
    voterCount: Type.Integer({ minimum: 0, description: 'How many members have voted' }),
  },
  { description: 'Exact' },
)
export type PollResults = Static<typeof PollResults>

export const ShowPollResults = Type.Enum(['always', 'voted', 'ended'], {
  description: 'When a reader sees the results: always; once they have voted, or it has ended; once it has ended',
})
export type ShowPollResults = Static<typeof ShowPollResults>

/** What a post asks, the same for every reader. */
export const Poll = Type.Object({
  options: Type.Array(Type.String({ minLength: 1, maxLength: POLL_OPTION_MAX_LENGTH }), {
    minItems: POLL_OPTIONS_MIN,
    maxItems: POLL_OPTIONS_MAX,
    description: 'Different texts of one line',
  }),
  multiple: Type.Boolean({ description: 'Whether a reader may choose several options' }),
  mayChange: Type.Boolean({
    description: 'Whether a reader may vote again, which replaces the earlier vote, until it ends',
  }),
  showResults: ShowPollResults,
  endsAt: Timestamp,
  ended: Type.Optional(Type.Literal(true, { description: 'It has ended, and its results are final' })),
  version: Type.Integer({
    minimum: 1,
    description: 'Sent with a vote. It grows when the author changes the options, which removes all votes',
  }),
  results: Type.Optional({ ...PollResults, description: 'If every reader sees them: always, or because it has ended' }),
})
export type Poll = Static<typeof Poll>

/** What a poll is to the viewer. */
export const ViewerPoll = Type.Object({
  choices: Type.Array(Type.Integer({ minimum: 0, maximum: POLL_OPTIONS_MAX - 1 }), {
    description: 'The options that the viewer has chosen, ascending; empty without a vote',
  }),
  results: Type.Optional({
    ...PollResults,
    description:
      'If the viewer sees them and not every reader does: after a vote, and always the author of a poll that shows them to voters',
  }),
})
export type ViewerPoll = Static<typeof ViewerPoll>

export const Post = Type.Object({
  ...SAID,
  mentions,
  mediaUrl: Type.String({
    description:
      'Empty for a post without media. If not everyone may see the post, it is signed, changes each hour, and may be sent back',
  }),
  type: MediaType,
  alt: Type.String({ description: 'A description of the media; empty if the author has written none' }),
  media: Type.Union([MediaShape, Type.Null()]),
  furtherPictures,
  quote: Type.Optional(
    Type.Object(
      {
        post: Type.Optional(QuotedPost),
        muted: Type.Optional(Type.Literal(true, { description: 'The viewer has muted its author' })),
      },
      {
        description:
          'The post that this one quotes. Without `post`, it is not shown: it was deleted, its author has withdrawn it, not everyone sees it, or the viewer does not',
      },
    ),
  ),
  card: Type.Optional(LinkCard),
  poll: Type.Optional(Poll),
  likes: Type.Object({
    likeCount: Type.Integer({ minimum: 0, description: 'The running count: a like adds 1, a dislike subtracts 1' }),
    likedByCount: Count,
    likedBy: members,
    dislikedBy: members,
  }),
  repostCount: Type.Optional(Type.Integer({ minimum: 1, description: 'How many members have reposted it, if any' })),
  quoteCount: Type.Optional(Type.Integer({ minimum: 1, description: 'How many posts quote it, if any' })),
  whoMayComment: Type.Optional(WhoMayComment),
  whoMayRepost: Type.Optional(WhoMayRepost),
  whoMayQuote: Type.Optional(WhoMayQuote),
  mutedWord: Type.Optional(
    Type.String({ description: 'In lists: the muted word or phrase because of which the viewer wants it collapsed' }),
  ),
  comments: Type.Array(Comment),
  commentCount: Count,
  hidden: Type.Optional(
    Type.Literal(true, {
      description: 'A moderator has hidden it; only its author sees it, at its address and among the own posts',
    }),
  ),
  viewer: Type.Optional(
    Type.Object({
      liked: Type.Boolean(),
      disliked: Type.Boolean(),
      bookmarked: Type.Boolean(),
      reposted: Type.Optional(Type.Literal(true, { description: 'The viewer has reposted it' })),
      poll: Type.Optional({
        ...ViewerPoll,
        description: 'Of a post with a poll, if the viewer has voted or sees results that not every reader sees',
      }),
    }),
  ),
  createdAt: Timestamp,
  updatedAt: Timestamp,
  editedAt,
  because: Type.Optional(
    Type.Object(
      { tag: Type.String({ description: 'The tag without the #, as the post spells it' }) },
      { description: 'In the home feed: the followed hashtag that has brought the post; its author is not followed' },
    ),
  ),
  repost: Type.Optional(
    Type.Object(
      {
        id: Type.String({ description: 'The place of the post in the list, in place of `_id`' }),
        by: MemberSummary,
        others: Type.Integer({
          minimum: 0,
          description: 'How many others whom the viewer follows have reposted it; 0 on a profile',
        }),
      },
      {
        description:
          'In the home feed: who has brought the post, whose author is not followed: the first of those whom the viewer follows. On a profile: its member',
      },
    ),
  ),
})
export type Post = Static<typeof Post>

/** What a member says of themselves in a line of the profile, such as a page of theirs elsewhere. */
export const ProfileField = Type.Object({
  name: Type.String(),
  value: Type.String(),
  verifiedAt: Type.Optional({
    ...Timestamp,
    description:
      'When the page at the address that is the value was found to link to the profile with `rel="me"`; absent if it was not',
  }),
})
export type ProfileField = Static<typeof ProfileField>

/** In an object of its own: sign-ups may store extra fields of these names in a member's record. */
export const ProfileExtras = Type.Object(
  {
    pronouns: Type.Optional(Type.String()),
    headerURL: Type.Optional(Type.String({ description: 'The wide picture above the profile' })),
    fields: Type.Optional(Type.Array(ProfileField, { minItems: 1, maxItems: FIELDS_MAX })),
  },
  { description: 'What the member has added to the profile, if anything' },
)
export type ProfileExtras = Static<typeof ProfileExtras>

/**
 * A member. Only the member's own record has `email`, the extra sign-up fields and entries in `bookmarks`. Because of
 * the extra fields the schema allows unlisted properties, so the server's view alone decides what a record contains.
 */
export const Member = Type.Object(
  {
    _id: Id,
    username: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    avatarURL: Type.String(),
    bio: Type.String(),
    website: Type.String(),
    profile: Type.Optional(ProfileExtras),
    email: Type.Optional(Type.String()),
    followers: members,
    following: members,
    followersCount: Count,
    followingCount: Count,
    postsCount: Count,
    role: Type.Optional(Role),
    private: Type.Optional(
      Type.Literal(true, { description: 'The member decides who follows; only followers see posts and follow lists' }),
    ),
    limited: Type.Optional(
      Type.Literal(true, { description: 'A moderator shows the posts and follow lists to followers only' }),
    ),
    bot: Type.Optional(Type.Literal(true, { description: 'The member says that a program posts here' })),
    followRequests: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Requests to follow the member that wait for an answer, if there are any',
      }),
    ),
    unreadDecisions: Type.Optional(
      Type.Integer({ minimum: 1, description: "Moderators' decisions that the member has not seen, if there are any" }),
    ),
    unreadAccountEvents: Type.Optional(
      Type.Integer({
        minimum: 1,
        description: 'Events of the account that the member should know of and has not seen, if there are any',
      }),
    ),
    resumesHome: Type.Optional(
      Type.Literal(true, { description: 'The member opens the home feed where they have stopped reading' }),
    ),
    whoMayRepost: Type.Optional(
      Type.Literal('nobody', {
        description: 'Nobody may repost new posts of the member, unless a post says otherwise',
      }),
    ),
    whoMayQuote: Type.Optional(
      Type.Enum(['followers', 'nobody'], {
        description: 'Who may quote new posts of the member, unless a post says otherwise',
      }),
    ),
    sensitiveMedia: Type.Optional(
      Type.Literal(true, {
        description: "Own record: the media of the member's new posts are sensitive, unless a post says otherwise",
      }),
    ),
    readWarnings: Type.Optional({
      ...Type.Enum(['open', 'blur']),
      description: 'How the member reads posts, unless as their authors say',
    }),
    readLanguages: Type.Optional(
      Type.Array(Type.String(), {
        minItems: 1,
        description: 'Own record: the codes of the languages to which Explore and searches are limited',
      }),
    ),
    locale: Type.Optional({
      ...Type.Enum(LOCALES),
      description: 'Own record: the language that the member has chosen for the interface and for what is sent to them',
    }),
    bookmarks: Type.Array(Id),
    pinnedPost: Type.Union([Id, Type.Null()], {
      description: 'The `_id` of the post that stands first on the profile, or null',
    }),
    viewer: Type.Optional(
      Type.Object({
        following: Type.Boolean(),
        followedBy: Type.Boolean(),
        requested: Type.Optional(
          Type.Boolean({
            description: 'Present and true if the viewer has asked to follow the member, who is private',
          }),
        ),
        hidesReposts: Type.Optional(
          Type.Literal(true, { description: 'The viewer follows the member, but does not want their reposts' }),
        ),
        muted: Type.Optional(Type.Boolean({ description: 'Present and true if the viewer has muted the member' })),
        mutedUntil: Type.Optional({ ...Timestamp, description: 'When this mute ends; absent if it does not end' }),
      }),
    ),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { additionalProperties: true },
)
export type Member = Static<typeof Member>

/**
 * The answer of the specification's writes on posts and comments, except votes and bookmarks, and of others like them:
 * the newest page of all posts; with `Prefer: return=minimal`, only the changed post (null if it was deleted).
 */
export const PostsAnswer = Type.Object({
  posts: Type.Optional(Type.Array(Post)),
  nextCursor: Type.Optional(NextCursor),
  post: Type.Optional(Type.Union([Post, Type.Null()])),
})
export type PostsAnswer = Static<typeof PostsAnswer>

export const ErrorBody = Type.Object({
  errors: Type.Array(Type.String(), { minItems: 1, description: 'The first is shown to the user' }),
  requestId: Type.String(),
})
export type ErrorBody = Static<typeof ErrorBody>
