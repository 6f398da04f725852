import { isShaped } from '../offline/is-shaped.ts'
import { PUSH_CACHE } from './leave-push.ts'

/** What the service worker needs to renew the subscription while no page is open. It cannot read the local storage. */
export interface DeviceRecord {
  readonly token: string
  readonly publicKey: string
  /** The address that the server knows. */
  readonly endpoint: string
}

const PATH = '/push-device'

export async function readRecord(): Promise<DeviceRecord | undefined> {
  const cache = await caches.open(PUSH_CACHE)
  const record: unknown = await (await cache.match(PATH))?.json()
  return isShaped(record, { token: 'string', publicKey: 'string', endpoint: 'string' }) ? record : undefined
}

export async function writeRecord(record: DeviceRecord): Promise<void> {
  const cache = await caches.open(PUSH_CACHE)
  await cache.put(PATH, Response.json(record))
}
