import { type Static, Type } from 'typebox'
import type { ClientCall } from './client-call.ts'
import { Marker, Notification } from './entities.ts'
import { PageInput } from './reading.ts'

/** Notifications, and how far a member has read. */

const Id = Type.Object({ id: Type.String({ maxLength: 100 }) })
const NOTHING = Type.Object({})
const Types = Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 40 }))

const read = { method: 'GET', rate: 'read', access: 'member', scope: 'read:notifications', params: null } as const
const write = { method: 'POST', rate: 'write', access: 'member', scope: 'write:notifications', params: null } as const

export const NOTIFICATIONS_MAX = 40

export const listNotifications = {
  ...read,
  path: '/api/v1/notifications',
  summary: 'What others did, each on its own, newest first. What was undone is no longer among them',
  input: Type.Object({
    ...PageInput.properties,
    limit: Type.Optional(Type.Integer({ minimum: 1, description: `At most ${NOTIFICATIONS_MAX} are answered` })),
    types: Types,
    exclude_types: Types,
    account_id: Type.Optional(Type.String({ maxLength: 40 })),
  }),
  answer: Type.Array(Notification),
} as const satisfies ClientCall

export const getNotification = {
  ...read,
  path: '/api/v1/notifications/:id',
  summary: 'A notification',
  params: Id,
  input: NOTHING,
  answer: Notification,
} as const satisfies ClientCall

export const countUnread = {
  ...read,
  path: '/api/v1/notifications/unread_count',
  summary: 'How many are unread, up to 100. As on our own pages, what happened several times to one thing counts once',
  input: NOTHING,
  answer: Type.Object({ count: Type.Integer() }),
} as const satisfies ClientCall

export const clearNotifications = {
  ...write,
  path: '/api/v1/notifications/clear',
  summary: 'Mark all as read. They stay in the list: Quack shows what is so',
  input: NOTHING,
  answer: NOTHING,
} as const satisfies ClientCall

export const dismissNotification = {
  ...write,
  path: '/api/v1/notifications/:id/dismiss',
  summary: 'Mark this notification as read, and those before it. It stays in the list',
  params: Id,
  input: NOTHING,
  answer: NOTHING,
} as const satisfies ClientCall

/** Whose notifications could be kept apart. In Quack, a member chooses by what happened instead. */
const policyOf = <T>(each: T) => ({
  for_not_following: each,
  for_not_followers: each,
  for_new_accounts: each,
  for_private_mentions: each,
  for_limited_accounts: each,
})
const Policy = Type.Object({
  ...policyOf(Type.Literal('accept')),
  summary: Type.Object({ pending_requests_count: Type.Integer(), pending_notifications_count: Type.Integer() }),
})
export const POLICY_HERE: Static<typeof Policy> = {
  ...policyOf('accept' as const),
  summary: { pending_requests_count: 0, pending_notifications_count: 0 },
}

const policy = { path: '/api/v2/notifications/policy', answer: Policy } as const

export const getPolicy = {
  ...read,
  ...policy,
  summary: 'Whose notifications are kept apart: here those of nobody',
  input: NOTHING,
} as const satisfies ClientCall

export const changePolicy = {
  ...write,
  ...policy,
  method: 'PATCH',
  summary: 'Another policy than ours is refused',
  input: Type.Object(policyOf(Type.Optional(Type.String({ maxLength: 40 })))),
} as const satisfies ClientCall

const Markers = Type.Object({ home: Type.Optional(Marker), notifications: Type.Optional(Marker) })
const Position = Type.Optional(Type.Object({ last_read_id: Type.String({ maxLength: 40, pattern: '^\\d+$' }) }))

export const getMarkers = {
  ...read,
  path: '/api/v1/markers',
  summary: 'How far the member has read. `home` is the position at which our own pages offer to continue',
  scope: 'read:statuses',
  input: Type.Object({ timeline: Type.Optional(Type.Array(Type.String({ maxLength: 40 }), { maxItems: 10 })) }),
  answer: Markers,
} as const satisfies ClientCall

export const setMarkers = {
  ...write,
  path: '/api/v1/markers',
  summary: 'Set how far the member has read. What notifications were read does not become unread again',
  scope: 'write:statuses',
  input: Type.Object({ home: Position, notifications: Position }),
  answer: Markers,
} as const satisfies ClientCall
