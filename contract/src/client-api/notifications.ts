import { type Static, Type } from 'typebox'
import { BY_ID, clientCall } from './client-call.ts'
import { Marker, Notification } from './entities.ts'
import { PageInput } from './reading.ts'

/** Notifications, and how far a member has read. */

const Name = Type.String({ maxLength: 40 })
const Names = Type.Optional(Type.Array(Name, { maxItems: 40 }))
const [read, write] = [{ scope: 'read:notifications' }, { scope: 'write:notifications' }] as const

export const NOTIFICATIONS_MAX = 40

export const listNotifications = clientCall('GET /api/v1/notifications', {
  ...read,
  summary: 'What others did, each on its own, newest first. What was undone is no longer among them',
  input: Type.Object({
    ...PageInput.properties,
    limit: Type.Optional(Type.Integer({ minimum: 1, description: `At most ${NOTIFICATIONS_MAX} are answered` })),
    types: Names,
    exclude_types: Names,
    account_id: Type.Optional(Name),
  }),
  answer: Type.Array(Notification),
})

export const getNotification = clientCall('GET /api/v1/notifications/:id', {
  ...read,
  summary: 'A notification',
  params: BY_ID,
  answer: Notification,
})

export const countUnread = clientCall('GET /api/v1/notifications/unread_count', {
  ...read,
  summary: 'How many are unread, up to 100. As on our own pages, what happened several times to one thing counts once',
  answer: Type.Object({ count: Type.Integer() }),
})

export const clearNotifications = clientCall('POST /api/v1/notifications/clear', {
  ...write,
  summary: 'Mark all as read. They stay in the list: Quack shows what is so',
})

export const dismissNotification = clientCall('POST /api/v1/notifications/:id/dismiss', {
  ...write,
  summary: 'Mark this notification as read, and those before it. It stays in the list',
  params: BY_ID,
})

/** In Quack, a member chooses what notifies them by its kind, and nobody's notifications are kept apart. */
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
export const POLICY: Static<typeof Policy> = {
  ...policyOf('accept' as const),
  summary: { pending_requests_count: 0, pending_notifications_count: 0 },
}

export const getPolicy = clientCall('GET /api/v2/notifications/policy', {
  ...read,
  summary: 'Whose notifications are kept apart',
  answer: Policy,
})

export const changePolicy = clientCall('PATCH /api/v2/notifications/policy', {
  ...write,
  summary: 'Another policy than ours is refused',
  input: Type.Object(policyOf(Type.Optional(Name))),
  answer: Policy,
})

const Markers = Type.Object({ home: Type.Optional(Marker), notifications: Type.Optional(Marker) })
const Position = Type.Optional(Type.Object({ last_read_id: Type.String({ maxLength: 40, pattern: '^\\d+$' }) }))

export const getMarkers = clientCall('GET /api/v1/markers', {
  summary: 'How far the member has read. `home` is the position at which our own pages offer to continue',
  scope: 'read:statuses',
  input: Type.Object({ timeline: Names }),
  answer: Markers,
})

export const setMarkers = clientCall('POST /api/v1/markers', {
  summary: 'Set how far the member has read. What notifications were read does not become unread again',
  scope: 'write:statuses',
  input: Type.Object({ home: Position, notifications: Position }),
  answer: Markers,
})
