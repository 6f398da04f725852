import { PUSH_DEVICES_MAX } from '@quack/contract/rules/limits'
import type { Connection, Database } from '../../database/database.ts'
import { parseId } from '../../database/ids.ts'
import type { SessionId } from '../../database/schema.ts'
import { AppError } from '../../http/errors/errors.ts'
import { requireOwn, type Viewer } from '../../reading/viewer.ts'
import { lockAlone } from '../members/members.queries.ts'
import * as queries from './push.queries.ts'
import { type BrowserSubscription, isSubscription } from './subscription.ts'

export type Device = Awaited<ReturnType<typeof queries.listDevices>>[number]

export function listDevices(db: Connection, viewer: Viewer) {
  return queries.listDevices(db, { member: viewer.id, now: Date.now() })
}

/**
 * Sends push messages to the device of the viewer's session from now on. A device that has signed in as another member
 * gets those of this one only.
 * @param alerts of an app
 * @returns the device
 * @throws guestFixed, pushSubscriptionInvalid, tokenInvalid
 */
export async function subscribe(
  db: Database,
  viewer: Viewer,
  { endpoint, keys: { p256dh, auth } }: BrowserSubscription,
  allowPrivateAddresses: boolean,
  alerts: string | null = null,
): Promise<Device> {
  requireOwn(viewer)
  const keys = { p256dh: withoutPadding(p256dh), auth: withoutPadding(auth) }
  if (!isSubscription({ endpoint, keys }, allowPrivateAddresses)) throw new AppError('pushSubscriptionInvalid')
  const isOwn = ({ session }: Device) => session === viewer.sessionId
  const subscription = { session: viewer.sessionId, member: viewer.id, endpoint, ...keys }
  return db.write(async (transaction) => {
    // Alone, so that concurrent subscriptions of a member do not exceed the limit together.
    await lockAlone(transaction, [viewer.id])
    if (!(await queries.lockSession(transaction, viewer.sessionId))) throw new AppError('tokenInvalid')
    const now = Date.now()
    await queries.putSubscription(transaction, { ...subscription, now })
    if (alerts !== null) await queries.setAlerts(transaction, { session: viewer.sessionId, alerts })
    const devices = await queries.listDevices(transaction, { member: viewer.id, now })
    const [own, others] = [devices.filter(isOwn), devices.filter((device) => !isOwn(device))]
    for (const { session } of others.slice(PUSH_DEVICES_MAX - 1)) {
      await queries.deleteSubscription(transaction, viewer.id, session)
    }
    // The endpoint is that of another session, with other keys.
    if (!own[0]) throw new AppError('pushSubscriptionInvalid')
    return own[0]
  })
}

/** @throws pushDeviceUnknown */
export async function removeDevice(db: Database, viewer: Viewer, id: string): Promise<void> {
  const session = parseId<SessionId>(id)
  const wasThere =
    session !== null && (await db.write((transaction) => queries.deleteSubscription(transaction, viewer.id, session)))
  if (!wasThere) throw new AppError('pushDeviceUnknown')
}

const withoutPadding = (base64url: string) => base64url.replaceAll('=', '')
