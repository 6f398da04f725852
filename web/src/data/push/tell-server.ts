import { call } from '../api/api.ts'
import { getSession } from '../api/session.ts'
import { isShaped } from '../offline/is-shaped.ts'
import { leavePush, PUSH_CACHE } from './leave-push.ts'

/** Tells the server the subscription of this browser, and remembers that. @throws what `call` throws */
export async function sendSubscription(subscription: PushSubscription, publicKey: string): Promise<void> {
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON()
  const body = { endpoint: endpoint ?? '', keys: { p256dh, auth } }
  const token = getSession()?.token
  await call('POST /api/push/devices', { body })
  // Who has logged out meanwhile has left.
  if (token && getSession()?.token === token) await writeRecord({ token, publicKey, endpoint: body.endpoint })
  else await leavePush()
}

/**
 * Tells the server a subscription that the browser has renewed, if the service worker could not.
 * @throws what `call` throws
 */
export async function tellServer(): Promise<void> {
  const record = await readRecord()
  const registration = await navigator.serviceWorker.getRegistration()
  const subscription = await registration?.pushManager.getSubscription()
  if (!record || !subscription || subscription.endpoint === record.endpoint) return
  const { devices } = await call('GET /api/push', {})
  // Another device may have removed this one.
  if (devices.some(({ current }) => current)) await sendSubscription(subscription, record.publicKey)
  else await leavePush()
}

/** What the service worker needs to renew the subscription while no page is open. It cannot read the local storage. */
interface DeviceRecord {
  readonly token: string
  readonly publicKey: string
  /** The address that the server knows. */
  readonly endpoint: string
}

const PATH = '/push-device'

async function readRecord(): Promise<DeviceRecord | undefined> {
  const cache = await caches.open(PUSH_CACHE)
  const record: unknown = await (await cache.match(PATH))?.json()
  return isShaped(record, { token: 'string', publicKey: 'string', endpoint: 'string' }) ? record : undefined
}

async function writeRecord(record: DeviceRecord): Promise<void> {
  const cache = await caches.open(PUSH_CACHE)
  await cache.put(PATH, Response.json(record))
}
