import { type Static, Type } from 'typebox'
import { Id, Timestamp } from '../entities/fields.ts'
import { PUSH_DEVICES_MAX, PUSH_ENDPOINT_MAX_LENGTH } from '../rules/limits.ts'
import { endpoints } from './endpoint.ts'

const endpoint = endpoints({ noun: 'push', access: 'member' })

export const PushDevice = Type.Object({
  _id: Id,
  device: Type.String({ description: 'Browser and system, as in the list of sessions; may be empty' }),
  current: Type.Boolean({ description: "Whether it is the device of the request's token" }),
  createdAt: Timestamp,
  lastSentAt: Type.Union([Timestamp, Type.Null()], {
    description: 'When a message was last accepted by its push service',
  }),
})
export type PushDevice = Static<typeof PushDevice>

/** What `PushSubscription.toJSON` returns in a browser. */
const Subscription = Type.Object({
  endpoint: Type.String({
    minLength: 1,
    maxLength: PUSH_ENDPOINT_MAX_LENGTH,
    description: 'An https address of the push service of the browser',
  }),
  keys: Type.Object({
    p256dh: Type.String({ pattern: '^[\\w-]{87}=?$', description: 'A point on the curve P-256, in base64url' }),
    auth: Type.String({ pattern: '^[\\w-]{22}={0,2}$', description: '16 bytes, in base64url' }),
  }),
})

export const getPush = endpoint('GET /api/push', {
  summary: "The key to subscribe with, and the viewer's devices that get push messages, newest first",
  answer: Type.Object({
    publicKey: Type.String({ description: 'The `applicationServerKey` of subscriptions, in base64url' }),
    devices: Type.Array(PushDevice, { maxItems: PUSH_DEVICES_MAX }),
  }),
})

export const subscribeToPush = endpoint('POST /api/push/devices', {
  summary: "Send push messages to the device of the request's token, until its session ends; replaces its subscription",
  body: Subscription,
  answer: Type.Object({ device: PushDevice }),
  errors: ['pushSubscriptionInvalid', 'guestFixed'],
})

export const removePushDevice = endpoint('DELETE /api/push/devices/:id', {
  summary: "Send no more push messages to one of the viewer's devices",
  params: Type.Object({ id: Id }),
  errors: ['pushDeviceUnknown'],
})
