import type { NotificationKind } from '@quack/contract'
import type { SearchOrder } from '@quack/contract/calls/search'
import type { Sort } from '@quack/contract/rules/limits'

/** The keys of the query cache. Usernames are case-insensitive. */
export const queryKeys = {
  meta: ['meta'],
  sessions: ['sessions'],
  /** The viewer's ways to sign in, and what happened to the account. */
  signIn: ['sign-in'],
  signInState: ['sign-in', 'state'],
  passkeys: ['sign-in', 'passkeys'],
  accountEvents: ['sign-in', 'events'],
  email: ['email'],
  followRequests: ['follow-requests'],
  blocks: ['blocks'],
  mutes: ['mutes'],
  mutedWords: ['muted-words'],
  /** By the tag's identity. */
  tag: (key: string) => ['tag', key],
  followedTags: ['followed-tags'],
  trendingTags: ['trending-tags'],
  foundTags: (q: string) => ['found-tags', q],
  /** The suggestions for each text that was typed into the search field. */
  suggested: ['search-suggestions'],
  searchSuggestions: (q: string) => ['search-suggestions', q],
  /** The lists of notifications: all, and each kind. */
  notifications: ['notifications'],
  notificationsOf: (kind: NotificationKind | null) => ['notifications', kind ?? 'all'],
  notificationSettings: ['notification-settings'],
  push: ['push'],
  postMute: (postId: string) => ['post-mute', postId],
  about: ['about'],
  ownReports: ['own-reports'],
  ownDecisions: ['own-decisions'],
  /** Begins the keys of what the pages of moderation read. Most actions of the staff refetch it. */
  moderation: ['moderation'],
  posts: ['post'],
  post: (id: string) => ['post', id],
  /** Begins the keys of its branches. */
  comments: (postId: string) => ['comments', postId],
  branch: (postId: string, commentId: string) => ['comments', postId, commentId],
  versions: (kind: 'post' | 'comment' | 'report', id: string) => ['versions', kind, id],
  people: ['person'],
  person: (username: string) => ['person', username.toLowerCase()],
  /** The members whose username begins with a name. */
  namesakes: ['namesakes'],
  peopleNamed: (name: string) => ['namesakes', name.toLowerCase()],
  profiles: ['profile'],
  profile: (username: string) => ['profile', username.toLowerCase()],
} as const

/** The keys of lists of posts. A key that another one starts with selects that list too. */
export const postLists = {
  all: ['posts'],
  feeds: ['posts', 'feed'],
  feed: (sort: Sort) => ['posts', 'feed', sort],
  explore: ['posts', 'explore'],
  bookmarks: ['posts', 'bookmarks'],
  member: (username: string) => ['posts', 'member', username.toLowerCase()],
  page: (postId: string) => ['posts', 'page', postId],
  quotes: (postId: string) => ['posts', 'quotes', postId],
  tag: (key: string) => ['posts', 'tag', key],
  found: (q: string, order: SearchOrder) => ['posts', 'found', q, order],
} as const

/** The keys of lists of members. */
export const peopleLists = {
  all: ['people'],
  likers: (postId: string) => ['people', 'likes', postId],
  reposters: (postId: string) => ['people', 'reposts', postId],
  followers: (username: string) => ['people', 'followers', username.toLowerCase()],
  following: (username: string) => ['people', 'following', username.toLowerCase()],
  suggestions: ['people', 'suggestions'],
  found: (q: string) => ['people', 'found', q],
} as const
