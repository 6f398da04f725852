import { Type } from 'typebox'
import { ALT_MAX_LENGTH, POST_MAX_LENGTH } from '../rules/limits.ts'
import type { ClientCall } from './client-call.ts'
import { Relationship, Status } from './entities.ts'

/** Calls that write statuses, react to them, and follow. */

const Id = Type.Object({ id: Type.String({ maxLength: 100 }) })
const NOTHING = Type.Object({})
const write = { method: 'POST', access: 'member', rate: 'write' } as const

const Text = Type.Optional(Type.String({ maxLength: POST_MAX_LENGTH }))
const WRITTEN = {
  status: Text,
  media_ids: Type.Optional(Type.Array(Type.String({ maxLength: 100 }))),
  sensitive: Type.Optional(Type.Boolean()),
  spoiler_text: Text,
  language: Type.Optional(Type.String({ maxLength: 20 })),
  poll: Type.Optional(Type.Object({})),
}

export const createStatus = {
  ...write,
  path: '/api/v1/statuses',
  summary: 'Write a post, or a comment on one. What Quack cannot keep to is refused, and never shown to more people',
  scope: 'write:statuses',
  params: null,
  input: Type.Object({
    ...WRITTEN,
    in_reply_to_id: Type.Optional(Type.String({ maxLength: 100 })),
    visibility: Type.Optional(Type.String({ maxLength: 20 })),
    scheduled_at: Type.Optional(Type.String({ maxLength: 100 })),
    quoted_status_id: Type.Optional(Type.String({ maxLength: 100 })),
  }),
  answer: Status,
} as const satisfies ClientCall

export const editStatus = {
  ...write,
  method: 'PUT',
  path: '/api/v1/statuses/:id',
  summary: 'Edit an own post or comment',
  scope: 'write:statuses',
  params: Id,
  input: Type.Object({
    ...WRITTEN,
    media_attributes: Type.Optional(
      Type.Array(
        Type.Object({
          id: Type.String({ maxLength: 100 }),
          description: Type.Optional(Type.String({ maxLength: ALT_MAX_LENGTH })),
        }),
        { maxItems: 4 },
      ),
    ),
  }),
  answer: Status,
} as const satisfies ClientCall

export const deleteStatus = {
  ...write,
  method: 'DELETE',
  path: '/api/v1/statuses/:id',
  summary: 'Delete an own post or comment. The answer has its text, for those who write it again',
  scope: 'write:statuses',
  params: Id,
  input: NOTHING,
  answer: Status,
} as const satisfies ClientCall

export const getSource = {
  ...write,
  method: 'GET',
  rate: 'read',
  path: '/api/v1/statuses/:id/source',
  summary: 'The text of an own post or comment',
  scope: 'read:statuses',
  params: Id,
  input: NOTHING,
  answer: Type.Object({ id: Type.String(), text: Type.String(), spoiler_text: Type.String() }),
} as const satisfies ClientCall

/** What a member does with a status, by the last part of its address. */
export const REACTIONS = {
  favourite: 'write:favourites',
  unfavourite: 'write:favourites',
  bookmark: 'write:bookmarks',
  unbookmark: 'write:bookmarks',
  pin: 'write:accounts',
  unpin: 'write:accounts',
} as const
export type Reaction = keyof typeof REACTIONS

export const reactTo = (reaction: Reaction) =>
  ({
    ...write,
    path: `/api/v1/statuses/:id/${reaction}`,
    summary: `${reaction} a status`,
    scope: REACTIONS[reaction],
    params: Id,
    input: NOTHING,
    answer: Status,
  }) as const satisfies ClientCall

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

export const relateTo = (relation: Relation) =>
  ({
    ...write,
    path: `/api/v1/${relation in ANSWERS ? 'follow_requests' : 'accounts'}/:id/${relation}`,
    summary: `${relation} an account`,
    scope: RELATIONS[relation],
    params: Id,
    input: Type.Object({ duration: Type.Optional(Type.Integer({ minimum: 0 })) }),
    answer: Relationship,
  }) as const satisfies ClientCall

export const listRelationships = {
  method: 'GET',
  access: 'member',
  rate: 'read',
  path: '/api/v1/accounts/relationships',
  summary: 'What the viewer and these accounts are to each other',
  scope: 'read:follows',
  params: null,
  input: Type.Object({ id: Type.Optional(Type.Array(Type.String({ maxLength: 100 }), { maxItems: 40 })) }),
  answer: Type.Array(Relationship),
} as const satisfies ClientCall
