import { Type } from 'typebox'
import type { WhoMayQuote } from '../entities/entities.ts'
import { ALT_MAX_LENGTH, POST_MAX_LENGTH } from '../rules/limits.ts'
import { BY_ID, clientCall } from './client-call.ts'
import { Relationship, Status } from './entities.ts'

/** Calls that write statuses, react to them, and change relations to accounts. */

/** Who may quote a post, by the names of apps. */
export const QUOTE_POLICIES = { public: 'everyone', followers: 'followers', nobody: 'nobody' } as const
type Policy = keyof typeof QUOTE_POLICIES
export const QuotePolicy = Type.Optional(Type.Enum(Object.keys(QUOTE_POLICIES) as Policy[]))
export const policyOf = (who: WhoMayQuote = 'everyone') => (who === 'everyone' ? 'public' : who)

const Text = Type.Optional(Type.String({ maxLength: POST_MAX_LENGTH }))
const Poll = Type.Object({
  options: Type.Array(Type.String({ maxLength: 500 }), { maxItems: 20 }),
  expires_in: Type.Optional(Type.Integer()),
  multiple: Type.Optional(Type.Boolean()),
  hide_totals: Type.Optional(Type.Boolean()),
})
const WRITTEN = {
  status: Text,
  media_ids: Type.Optional(Type.Array(Type.String({ maxLength: 100 }))),
  sensitive: Type.Optional(Type.Boolean()),
  spoiler_text: Text,
  language: Type.Optional(Type.String({ maxLength: 20 })),
  poll: Type.Optional(Poll),
  quote_approval_policy: QuotePolicy,
}

const PATH = '/api/v1/statuses'
const CREATE = 'Write a post, or a comment on one. What Quack cannot keep to is refused, and never shown to more people'
export const createStatus = clientCall(`POST ${PATH}`, 'write:statuses', CREATE, {
  input: Type.Object({
    ...WRITTEN,
    in_reply_to_id: Type.Optional(Type.String({ maxLength: 100 })),
    visibility: Type.Optional(Type.String({ maxLength: 20 })),
    scheduled_at: Type.Optional(Type.String({ maxLength: 100 })),
    quoted_status_id: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  answer: Status,
})

const Described = Type.Object({
  id: Type.String({ maxLength: 100 }),
  description: Type.Optional(Type.String({ maxLength: ALT_MAX_LENGTH })),
})
export const editStatus = clientCall(`PUT ${PATH}/:id`, 'write:statuses', 'Edit an own post or comment', {
  params: BY_ID,
  input: Type.Object({ ...WRITTEN, media_attributes: Type.Optional(Type.Array(Described, { maxItems: 4 })) }),
  answer: Status,
})

const DELETE = 'Delete an own post or comment. The answer has its text, for those who write it again'
const ONE = { params: BY_ID, answer: Status }
export const deleteStatus = clientCall(`DELETE ${PATH}/:id`, 'write:statuses', DELETE, ONE)

const REVOKE =
  'Withdraw an own post from one that quotes it, which stays without it. The answer is that one, if it is seen'
export const revokeQuote = clientCall(`POST ${PATH}/:id/quotes/:quoting_status_id/revoke`, 'write:statuses', REVOKE, {
  ...ONE,
  params: Type.Object({ ...BY_ID.properties, quoting_status_id: BY_ID.properties.id }),
})

export const setQuotePolicy = clientCall(
  `PUT ${PATH}/:id/interaction_policy`,
  'write:statuses',
  'Who may quote a post',
  {
    ...ONE,
    input: Type.Object({ quote_approval_policy: QuotePolicy }),
  },
)

export const getSource = clientCall(`GET ${PATH}/:id/source`, 'read:statuses', 'The text of an own post or comment', {
  params: BY_ID,
  answer: Type.Object({ id: Type.String(), text: Type.String(), spoiler_text: Type.String() }),
})

/** What a member does with a status, by the last part of its address. */
export const REACTIONS = {
  favourite: 'write:favourites',
  unfavourite: 'write:favourites',
  reblog: 'write:statuses',
  unreblog: 'write:statuses',
  bookmark: 'write:bookmarks',
  unbookmark: 'write:bookmarks',
  pin: 'write:accounts',
  unpin: 'write:accounts',
} as const
export type Reaction = keyof typeof REACTIONS

export const reactTo = (reaction: Reaction) =>
  clientCall(`POST ${PATH}/:id/${reaction}`, REACTIONS[reaction], `${reaction} a status`, ONE)

const ANSWERS = { authorize: 'write:follows', reject: 'write:follows' } as const

/** What a member does with an account, or its request to follow, by the last part of the address. */
export const RELATIONS = {
  ...ANSWERS,
  follow: 'write:follows',
  unfollow: 'write:follows',
  block: 'write:blocks',
  unblock: 'write:blocks',
  mute: 'write:mutes',
  unmute: 'write:mutes',
  remove_from_followers: 'write:follows',
} as const
export type Relation = keyof typeof RELATIONS

export const relateTo = (relation: Relation) => {
  const path = `/api/v1/${relation in ANSWERS ? 'follow_requests' : 'accounts'}/:id/${relation}` as const
  return clientCall(`POST ${path}`, RELATIONS[relation], `${relation} an account`, {
    params: BY_ID,
    input: Type.Object({
      duration: Type.Optional(Type.Integer({ minimum: 0 })),
      reblogs: Type.Optional(Type.Boolean({ description: 'Whether the reposts of one who is followed are wanted' })),
    }),
    answer: Relationship,
  })
}

const RELATED = 'What the viewer and these accounts are to each other'
export const listRelationships = clientCall('GET /api/v1/accounts/relationships', 'read:follows', RELATED, {
  input: Type.Object({ id: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 40 })) }),
  answer: Type.Array(Relationship),
})
