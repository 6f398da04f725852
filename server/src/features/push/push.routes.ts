import { ENDPOINTS, type PushDevice } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/bind.ts'
import { timestamp } from '../../http/timestamp.ts'
import type { Viewer } from '../../http/viewer.ts'
import type { Device } from './push.service.ts'
import * as service from './push.service.ts'
import { loadPushKeys, type PushKeys } from './push-keys.ts'

export interface PushOptions {
  /** Push services may be at private addresses, and answer to http. For tests and development. */
  readonly allowPrivateAddresses: boolean
}

export const PUSH: PushOptions = { allowPrivateAddresses: false }

export function registerPush(app: FastifyInstance, db: Database, { allowPrivateAddresses }: PushOptions): void {
  let keys: PushKeys | null = null
  // At the first start of an installation, it generates them.
  app.addHook('onReady', async () => {
    keys = await loadPushKeys(db)
  })

  bind(app, ENDPOINTS.getPush, async (_input, { viewer }) => {
    keys ??= await loadPushKeys(db)
    const devices = await service.listDevices(db.read, viewer)
    return { publicKey: keys.publicKey, devices: devices.map((device) => viewOf(device, viewer)) }
  })

  bind(app, ENDPOINTS.subscribeToPush, async ({ body }, { viewer }) => {
    const device = await service.subscribe(db, viewer, body, allowPrivateAddresses)
    return { device: viewOf(device, viewer) }
  })

  bind(app, ENDPOINTS.removePushDevice, async ({ params }, { viewer }) => {
    await service.removeDevice(db, viewer, params.id)
    return {}
  })
}

function viewOf({ session, device, created_at, sent_at }: Device, viewer: Viewer): PushDevice {
  return {
    _id: String(session),
    device,
    current: session === viewer.sessionId,
    createdAt: timestamp(created_at),
    lastSentAt: sent_at === null ? null : timestamp(sent_at),
  }
}
