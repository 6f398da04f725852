import { type Static, Type } from 'typebox'
import { BY_ID, clientCall } from './client-call.ts'
import { Marker, Notification } from './entities.ts'
import { PageInput } from './reading.ts'

/** Notifications, and how far a member has read. */

const PATH = '/api/v1/notifications'
const Name = Type.String({ maxLength: 40 })
const Names = Type.Optional(Type.Array(Name, { maxItems: 40 }))
const [READ, WRITE] = ['read:notifications', 'write:notifications'] as const

export const NOTIFICATIONS_MAX = 40
const LIST =
  'What others did, each on its own, newest first, without what was undone. One account is looked for among the next 10,000'
export const listNotifications = clientCall(`GET ${PATH}`, READ, LIST, {
  input: Type.Object({
    ...PageInput.properties,
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: NOTIFICATIONS_MAX, default: NOTIFICATIONS_MAX })),
    ...{ types: Names, exclude_types: Names, account_id: Type.Optional(Name) },
  }),
  answer: Type.Array(Notification),
})

const ONE = { params: BY_ID, answer: Notification }
export const getNotification = clientCall(`GET ${PATH}/:id`, READ, 'A notification', ONE)

const UNREAD = 'How many are unread, up to 100. As on our own pages, what happened to one thing counts once'
const Unread = Type.Object({ count: Type.Integer() })
export const countUnread = clientCall(`GET ${PATH}/unread_count`, READ, UNREAD, { answer: Unread })

const CLEAR = 'Mark all as read. They stay in the list: Quack shows what is so'
export const clearNotifications = clientCall(`POST ${PATH}/clear`, WRITE, CLEAR)

const DISMISS = 'Mark this notification as read, and those before it. It stays in the list'
export const dismissNotification = clientCall(`POST ${PATH}/:id/dismiss`, WRITE, DISMISS, { params: BY_ID })

/**
 * In Quack, a member chooses what notifies them by its kind and by who has caused it, and nobody's notifications are
 * kept apart.
 */
const policyOf = <T>(each: T) => ({
  ...{ for_not_following: each, for_not_followers: each, for_new_accounts: each },
  ...{ for_private_mentions: each, for_limited_accounts: each },
})
const Summary = Type.Object({ pending_requests_count: Type.Integer(), pending_notifications_count: Type.Integer() })
const Policy = Type.Object({ ...policyOf(Type.Literal('accept')), summary: Summary })
export const POLICY: Static<typeof Policy> = {
  ...policyOf('accept' as const),
  summary: { pending_requests_count: 0, pending_notifications_count: 0 },
}
const POLICY_PATH = '/api/v2/notifications/policy'
export const getPolicy = clientCall(`GET ${POLICY_PATH}`, READ, 'Whose are kept apart', { answer: Policy })
export const changePolicy = clientCall(`PATCH ${POLICY_PATH}`, WRITE, 'Another policy than ours is refused', {
  input: Type.Object(policyOf(Type.Optional(Name))),
  answer: Policy,
})

const Markers = Type.Object({ home: Type.Optional(Marker), notifications: Type.Optional(Marker) })
const Position = Type.Optional(Type.Object({ last_read_id: Type.String({ maxLength: 40, pattern: '^\\d+$' }) }))
const MARKERS = 'How far the member has read. `home` is where our own pages offer to continue'
export const getMarkers = clientCall('GET /api/v1/markers', 'read:statuses', MARKERS, {
  input: Type.Object({ timeline: Names }),
  answer: Markers,
})
const SET = 'Set how far the member has read. What notifications were read does not become unread again'
export const setMarkers = clientCall('POST /api/v1/markers', 'write:statuses', SET, {
  input: Type.Object({ home: Position, notifications: Position }),
  answer: Markers,
})
