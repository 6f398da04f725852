import { Type } from 'typebox'
import { SEARCH_LENGTH_MAX } from '../rules/limits.ts'
import type { ClientCall } from './client-call.ts'
import {
  Account,
  FamiliarFollowers,
  Relationship,
  SearchResults,
  Status,
  StatusEdit,
  Suggestion,
  Tag,
} from './entities.ts'
import { PageInput } from './reading.ts'

/** Lists of statuses, accounts and hashtags, and the search for them. */

const Id = Type.Object({ id: Type.String({ maxLength: 100 }) })
const Limit = PageInput.properties.limit
const idsUpTo = (maxItems: number) =>
  Type.Object({ id: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems })) })

const read = { method: 'GET', rate: 'read', params: null } as const
/** Pages of the viewer's own lists, and of those that everyone reads. */
const own = { ...read, access: 'member', input: PageInput } as const
const open = { ...read, access: 'anyone', input: PageInput } as const
const Statuses = Type.Array(Status)
const Accounts = Type.Array(Account)

export const listBookmarks = {
  ...own,
  path: '/api/v1/bookmarks',
  summary: 'Bookmarked posts, the newest bookmarks first',
  scope: 'read:bookmarks',
  answer: Statuses,
} as const satisfies ClientCall

export const listFavourites = {
  ...own,
  path: '/api/v1/favourites',
  summary: 'Posts that the viewer likes, newest posts first',
  scope: 'read:favourites',
  answer: Statuses,
} as const satisfies ClientCall

export const listStatuses = {
  ...open,
  path: '/api/v1/statuses',
  summary: 'These posts and comments',
  scope: 'read:statuses',
  input: idsUpTo(20),
  answer: Statuses,
} as const satisfies ClientCall

const ofStatus = { ...open, scope: 'read:statuses', params: Id } as const

export const listFavouritedBy = {
  ...ofStatus,
  path: '/api/v1/statuses/:id/favourited_by',
  summary: 'Who likes a post, or has upvoted a comment',
  answer: Accounts,
} as const satisfies ClientCall

export const listRebloggedBy = {
  ...ofStatus,
  path: '/api/v1/statuses/:id/reblogged_by',
  summary: 'Nobody: there are no reblogs',
  answer: Accounts,
} as const satisfies ClientCall

export const getHistory = {
  ...ofStatus,
  path: '/api/v1/statuses/:id/history',
  summary: 'The present version of a status: earlier ones are not kept',
  answer: Type.Array(StatusEdit),
} as const satisfies ClientCall

export const listFollowersOf = {
  ...open,
  path: '/api/v1/accounts/:id/followers',
  summary: 'Who follows an account; nobody for those who may not see it',
  scope: 'read:accounts',
  params: Id,
  answer: Accounts,
} as const satisfies ClientCall

export const listFollowedBy = {
  ...listFollowersOf,
  path: '/api/v1/accounts/:id/following',
  summary: 'Whom an account follows; nobody for those who may not see it',
} as const satisfies ClientCall

export const listAccounts = {
  ...open,
  path: '/api/v1/accounts',
  summary: 'These accounts',
  scope: 'read:accounts',
  input: idsUpTo(40),
  answer: Accounts,
} as const satisfies ClientCall

export const listBlocked = {
  ...own,
  path: '/api/v1/blocks',
  summary: 'Whom the viewer has blocked, with the name and the avatar alone',
  scope: 'read:blocks',
  answer: Accounts,
} as const satisfies ClientCall

export const listMuted = {
  ...own,
  path: '/api/v1/mutes',
  summary: 'Whom the viewer has muted',
  scope: 'read:mutes',
  answer: Accounts,
} as const satisfies ClientCall

export const listRequests = {
  ...own,
  path: '/api/v1/follow_requests',
  summary: 'Who asks to follow the viewer',
  scope: 'read:follows',
  answer: Accounts,
} as const satisfies ClientCall

export const answerRequest = (answer: 'authorize' | 'reject') =>
  ({
    method: 'POST',
    rate: 'write',
    access: 'member',
    path: `/api/v1/follow_requests/:id/${answer}`,
    summary: `${answer} a request to follow`,
    scope: 'write:follows',
    params: Id,
    input: Type.Object({}),
    answer: Relationship,
  }) as const satisfies ClientCall

export const listFamiliar = {
  ...own,
  path: '/api/v1/accounts/familiar_followers',
  summary: 'For each of these accounts, nobody: whom the viewer knows among its followers is not told',
  scope: 'read:follows',
  input: idsUpTo(40),
  answer: Type.Array(FamiliarFollowers),
} as const satisfies ClientCall

const Found = {
  q: Type.String({ minLength: 1, maxLength: SEARCH_LENGTH_MAX }),
  limit: Limit,
  resolve: Type.Optional(Type.Boolean()),
  following: Type.Optional(Type.Boolean()),
}

export const searchAccounts = {
  ...own,
  rate: 'search',
  path: '/api/v1/accounts/search',
  summary: 'Accounts by their names',
  scope: 'read:accounts',
  input: Type.Object(Found),
  answer: Accounts,
} as const satisfies ClientCall

export const search = {
  ...searchAccounts,
  path: '/api/v2/search',
  summary: 'Accounts, statuses and hashtags; or what an address of this installation names',
  scope: 'read:search',
  input: Type.Object({
    ...Found,
    type: Type.Optional(Type.Enum(['accounts', 'statuses', 'hashtags'])),
    offset: Type.Optional(Type.Integer({ minimum: 0, description: 'Of one type; nothing is found beyond the 80th' })),
    account_id: Type.Optional(Id.properties.id),
  }),
  answer: SearchResults,
} as const satisfies ClientCall

const suggested = { ...own, scope: 'read', input: Type.Object({ limit: Limit }) } as const

export const listSuggested = {
  ...suggested,
  path: '/api/v2/suggestions',
  summary: 'Accounts to follow, and why',
  answer: Type.Array(Suggestion),
} as const satisfies ClientCall

export const listSuggestedAccounts = {
  ...suggested,
  path: '/api/v1/suggestions',
  summary: 'Accounts to follow',
  answer: Accounts,
} as const satisfies ClientCall

const Name = Type.Object({ name: Type.String({ maxLength: 1_000 }) })

export const getHashtag = {
  ...open,
  path: '/api/v1/tags/:name',
  summary: 'A hashtag, and whether the viewer follows it',
  scope: null,
  params: Name,
  input: Type.Object({}),
  answer: Tag,
} as const satisfies ClientCall

export const changeHashtag = (change: 'follow' | 'unfollow') =>
  ({
    ...getHashtag,
    method: 'POST',
    rate: 'write',
    access: 'member',
    path: `/api/v1/tags/:name/${change}`,
    summary: `${change} a hashtag`,
    scope: 'write:follows',
  }) as const satisfies ClientCall

export const listFollowedHashtags = {
  ...own,
  path: '/api/v1/followed_tags',
  summary: 'The hashtags that the viewer follows',
  scope: 'read:follows',
  answer: Type.Array(Tag),
} as const satisfies ClientCall

export const listTrendingHashtags = (path: '/api/v1/trends' | '/api/v1/trends/tags') =>
  ({
    ...open,
    path,
    summary: 'The hashtags that most members have used today',
    scope: null,
    input: Type.Object({ limit: Limit, offset: Type.Optional(Type.Integer({ minimum: 0 })) }),
    answer: Type.Array(Tag),
  }) as const satisfies ClientCall

export const listTrendingStatuses = {
  ...listTrendingHashtags('/api/v1/trends'),
  path: '/api/v1/trends/statuses',
  summary: 'None: posts are ranked in the home feed of each member alone',
  answer: Statuses,
} as const satisfies ClientCall
