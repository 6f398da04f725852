import { type Static, Type } from 'typebox'
import { Id, Timestamp } from '../entities/fields.ts'
import { PUSH_DEVICES_MAX, PUSH_ENDPOINT_MAX_LENGTH } from '../rules/limits.ts'
import { endpoint } from './endpoint.ts'

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

export const getPush = endpoint({
  method: 'GET',
  path: '/api/push',
  noun: 'push',
  summary: "The key to subscribe with, and the viewer's devices that get push messages, newest first",
  access: 'member',
  rate: 'read',
  success: 200,
  answer: Type.Object({
    publicKey: Type.String({ description: 'The `applicationServerKey` of subscriptions, in base64url' }),
    devices: Type.Array(PushDevice, { maxItems: PUSH_DEVICES_MAX }),
  }),
  errors: [],
})

export const subscribeToPush = endpoint({
  method: 'POST',
  path: '/api/push/devices',
  noun: 'push',
  summary: "Send push messages to the device of the request's token, until its session ends; replaces its subscription",
  access: 'member',
  rate: 'write',
  body: Subscription,
  success: 200,
  answer: Type.Object({ device: PushDevice }),
  errors: ['pushSubscriptionInvalid', 'guestFixed'],
})

export const removePushDevice = endpoint({
  method: 'DELETE',
  path: '/api/push/devices/:id',
  noun: 'push',
  summary: "Send no more push messages to one of the viewer's devices",
  access: 'member',
  rate: 'write',
  params: Type.Object({ id: Id }),
  success: 200,
  answer: Type.Object({}),
  errors: ['pushDeviceUnknown'],
})
