import type { Comment, Member, Post } from '@quack/contract'

/**
 * For each field of an entity, the part of its view (views.ts) that contains it. `null`: the model does not have the
 * field, and other tests check it. A field of the contract that is missing here is a compile error.
 */
type Parts<Field extends PropertyKey> = { readonly [Name in Field]: string | null }

/** What a view contains: every part that is named here, and no other. */
export type ViewOf<Fields> = Record<Exclude<Fields[keyof Fields], null> & string, unknown>

export const COMMENT_FIELDS = {
  _id: 'number',
  username: 'author',
  firstName: null,
  lastName: null,
  avatarURL: 'author',
  text: 'text',
  mentions: null,
  hidden: 'hidden',
  answering: 'answering',
  answerCount: 'count',
  answers: 'answers',
  upvoteCount: 'up',
  upvotedBy: 'up',
  downvoteCount: 'down',
  downvotedBy: 'down',
  viewer: 'viewer',
  createdAt: null,
  updatedAt: null,
} as const satisfies Parts<Exclude<keyof Comment, 'votes'> | keyof Comment['votes']>

export const POST_FIELDS = {
  _id: 'number',
  id: null,
  username: 'author',
  firstName: null,
  lastName: null,
  avatarURL: 'author',
  content: 'shown',
  lang: null,
  mentions: null,
  mediaUrl: 'shown',
  type: 'shown',
  alt: null,
  media: null,
  furtherPictures: 'shown',
  likeCount: 'likeCount',
  likedByCount: 'likedBy',
  likedBy: 'likedBy',
  dislikedBy: 'dislikedBy',
  comments: 'comments',
  commentCount: 'commentCount',
  mutedWord: null,
  because: 'because',
  repost: 'repost',
  repostCount: 'repostCount',
  quote: 'quote',
  quoteCount: 'quoteCount',
  whoMayComment: null,
  whoMayRepost: 'whoMayRepost',
  whoMayQuote: 'whoMayQuote',
  hidden: null,
  viewer: 'viewer',
  createdAt: null,
  updatedAt: null,
} as const satisfies Parts<Exclude<keyof Post, 'likes'> | keyof Post['likes']>

export const MEMBER_FIELDS = {
  _id: null,
  username: 'person',
  firstName: null,
  lastName: null,
  avatarURL: 'person',
  bio: 'bio',
  website: null,
  email: null,
  followers: 'followers',
  followersCount: 'followers',
  following: 'following',
  followingCount: 'following',
  postsCount: 'postsCount',
  bookmarks: 'bookmarks',
  pinnedPost: 'pinnedPost',
  role: null,
  unreadDecisions: null,
  unreadAccountEvents: null,
  resumesHome: null,
  whoMayRepost: 'whoMayRepost',
  whoMayQuote: 'whoMayQuote',
  private: null,
  limited: null,
  bot: null,
  followRequests: null,
  viewer: 'viewer',
  createdAt: null,
  updatedAt: null,
} as const satisfies Parts<keyof Member>
