import { type TSchema, Type } from 'typebox'
import { SEARCH_LENGTH_MAX } from '../rules/limits.ts'
import type { ClientCall } from './client-call.ts'
import { Account, FamiliarFollowers, SearchResults, Status, StatusEdit, Suggestion, Tag } from './entities.ts'
import { PageInput } from './reading.ts'

/** Lists of statuses, accounts and hashtags, and the search for them. */

const Id = Type.Object({ id: Type.String({ maxLength: 100 }) })
const Limit = PageInput.properties.limit
const idsUpTo = (maxItems: number) =>
  Type.Object({ id: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems })) })

const read = { method: 'GET', rate: 'read', params: null, input: PageInput } as const
/** For members alone. */
const own = <A extends TSchema>(path: string, scope: string, answer: A, summary: string) =>
  ({ ...read, access: 'member', path, scope, summary, answer }) as const
/** For everyone. */
const open = <A extends TSchema>(path: string, scope: string | null, answer: A, summary: string) =>
  ({ ...read, access: 'anyone', path, scope, summary, answer }) as const

const Statuses = Type.Array(Status)
const Accounts = Type.Array(Account)
const Tags = Type.Array(Tag)

export const listBookmarks = own('/api/v1/bookmarks', 'read:bookmarks', Statuses, 'Bookmarks, the newest first')
export const listFavourites = own('/api/v1/favourites', 'read:favourites', Statuses, 'Own likes, newest posts first')

export const listStatuses = {
  ...open('/api/v1/statuses', 'read:statuses', Statuses, 'These posts and comments'),
  input: idsUpTo(20),
} as const satisfies ClientCall

const ofStatus = <A extends TSchema>(part: string, answer: A, summary: string) =>
  ({ ...open(`/api/v1/statuses/:id/${part}`, 'read:statuses', answer, summary), params: Id }) as const

export const listFavouritedBy = ofStatus('favourited_by', Accounts, 'Who likes a post, or has upvoted a comment')
export const listRebloggedBy = ofStatus('reblogged_by', Accounts, 'Who has reposted a post; nobody for comments')
export const getHistory = ofStatus(
  'history',
  Type.Array(StatusEdit),
  'What a post or comment said before it was edited, oldest first, and what it says',
)

const ofAccount = (part: string, summary: string) =>
  ({ ...open(`/api/v1/accounts/:id/${part}`, 'read:accounts', Accounts, summary), params: Id }) as const

export const listFollowersOf = ofAccount('followers', 'Who follows an account; nobody for those who may not see it')
export const listFollowedBy = ofAccount('following', 'Whom an account follows; nobody for those who may not see it')

export const listAccounts = {
  ...open('/api/v1/accounts', 'read:accounts', Accounts, 'These accounts'),
  input: idsUpTo(40),
} as const satisfies ClientCall

export const listBlocked = own('/api/v1/blocks', 'read:blocks', Accounts, 'Blocked accounts, by name and avatar alone')
export const listMuted = own('/api/v1/mutes', 'read:mutes', Accounts, 'Muted accounts')
export const listRequests = own('/api/v1/follow_requests', 'read:follows', Accounts, 'Who asks to follow the viewer')

export const listFamiliar = {
  ...own(
    '/api/v1/accounts/familiar_followers',
    'read:follows',
    Type.Array(FamiliarFollowers),
    'For each account nobody: whom the viewer knows among its followers is not told',
  ),
  input: idsUpTo(40),
} as const satisfies ClientCall

const SEARCHED = {
  q: Type.String({ minLength: 1, maxLength: SEARCH_LENGTH_MAX }),
  limit: Limit,
  resolve: Type.Optional(Type.Boolean()),
  following: Type.Optional(Type.Boolean()),
}

export const searchAccounts = {
  ...own('/api/v1/accounts/search', 'read:accounts', Accounts, 'Accounts by their names'),
  rate: 'search',
  input: Type.Object(SEARCHED),
} as const satisfies ClientCall

export const search = {
  ...own(
    '/api/v2/search',
    'read:search',
    SearchResults,
    'What is found; or what an address of this installation names',
  ),
  rate: 'search',
  input: Type.Object({
    ...SEARCHED,
    type: Type.Optional(Type.Enum(['accounts', 'statuses', 'hashtags'])),
    offset: Type.Optional(Type.Integer({ minimum: 0, description: 'Of one type. Nothing is found from the 81st on' })),
    account_id: Type.Optional(Id.properties.id),
  }),
} as const satisfies ClientCall

export const listSuggested = {
  ...own('/api/v2/suggestions', 'read', Type.Array(Suggestion), 'Accounts to follow, and why'),
  input: Type.Object({ limit: Limit }),
} as const satisfies ClientCall
export const listSuggestedAccounts = {
  ...own('/api/v1/suggestions', 'read', Accounts, 'Accounts to follow'),
  input: listSuggested.input,
} as const satisfies ClientCall

export const getHashtag = {
  ...open('/api/v1/tags/:name', null, Tag, 'A hashtag, and whether the viewer follows it'),
  params: Type.Object({ name: Type.String({ maxLength: 1_000 }) }),
  input: Type.Object({}),
} as const satisfies ClientCall

export const changeHashtag = (change: 'follow' | 'unfollow') =>
  ({
    ...own(`/api/v1/tags/:name/${change}`, 'write:follows', Tag, `${change} a hashtag`),
    method: 'POST',
    rate: 'write',
    params: getHashtag.params,
    input: getHashtag.input,
  }) as const satisfies ClientCall

export const listFollowedHashtags = own('/api/v1/followed_tags', 'read:follows', Tags, 'The hashtags of the viewer')

const trending = <A extends TSchema>(path: string, answer: A, summary: string) =>
  ({
    ...open(path, null, answer, summary),
    input: Type.Object({ limit: Limit, offset: Type.Optional(Type.Integer({ minimum: 0 })) }),
  }) as const satisfies ClientCall

export const listTrends = trending('/api/v1/trends', Tags, 'The hashtags that most members have used today')
export const listTrendingHashtags = trending('/api/v1/trends/tags', Tags, listTrends.summary)
export const listTrendingStatuses = trending(
  '/api/v1/trends/statuses',
  Statuses,
  'None: there is no such order for all',
)
