import { Type } from 'typebox'
import type { NotificationKind } from '../calls/notifications.ts'
import type { ClientCall } from './client-call.ts'

/** What apps call the kinds of notifications; null for what they have no word for. */
export const NOTIFICATION_TYPES = {
  like: 'favourite',
  repost: 'reblog',
  quote: 'quote',
  upvote: 'favourite',
  comment: 'mention',
  answer: 'mention',
  reply: 'mention',
  mention: 'mention',
  edit: 'update',
  follow: 'follow',
  followRequest: 'follow_request',
  poll: 'poll',
  report: null,
} as const satisfies Record<NotificationKind, string | null>

/** What an app may want messages of. Of those that are no value of NOTIFICATION_TYPES, there are none. */
export const ALERTS = [
  'mention',
  'favourite',
  'follow',
  'follow_request',
  'reblog',
  'quote',
  'quoted_update',
  'poll',
  'status',
  'update',
  'admin.sign_up',
  'admin.report',
] as const
const Flag = Type.Optional(Type.Boolean())
const Alerts = Type.Object(Object.fromEntries(ALERTS.map((alert) => [alert, Flag])))

const Text = Type.String({ maxLength: 2_000 })
const Data = Type.Optional(Type.Object({ alerts: Type.Optional(Alerts), policy: Type.Optional(Text) }))
const Keys = Type.Object({ p256dh: Text, auth: Text })
const NOTHING = Type.Object({})
const PushSubscription = Type.Object({
  id: Type.String(),
  endpoint: Type.String(),
  standard: Type.Boolean(),
  server_key: Type.String(),
  alerts: Type.Record(Type.String(), Type.Boolean()),
  policy: Type.String(),
})

const ofSession = {
  path: '/api/v1/push/subscription',
  access: 'member',
  scope: 'push',
  params: null,
  answer: PushSubscription,
} as const

export const subscribeToPush = {
  ...ofSession,
  method: 'POST',
  summary: 'Send push messages (RFC 8030, aes128gcm) to the app of this token, in place of an earlier subscription',
  rate: 'write',
  input: Type.Object({
    subscription: Type.Object({ endpoint: Text, keys: Keys, standard: Flag }),
    data: Data,
  }),
} as const satisfies ClientCall

export const getPushSubscription = {
  ...ofSession,
  method: 'GET',
  summary: 'The subscription of this token',
  rate: 'read',
  input: NOTHING,
} as const satisfies ClientCall

export const changePushAlerts = {
  ...ofSession,
  method: 'PUT',
  summary: 'Change what messages are sent of',
  rate: 'write',
  input: Type.Object({ data: Data }),
} as const satisfies ClientCall

export const endPushSubscription = {
  ...ofSession,
  method: 'DELETE',
  summary: 'Send no more messages to the app of this token',
  rate: 'write',
  input: NOTHING,
  answer: NOTHING,
} as const satisfies ClientCall
