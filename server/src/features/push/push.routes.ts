import { ENDPOINTS, type PushDevice } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import { bind } from '../../http/calls/bind.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { addJob } from '../../jobs/job.ts'
import type { Languages } from '../../locale/languages.ts'
import { timestamp } from '../../reading/timestamp.ts'
import type { Viewer } from '../../reading/viewer.ts'
import type { Device } from './push.service.ts'
import * as service from './push.service.ts'
import { loadPushKeys, type PushKeys } from './push-keys.ts'
import { createPushSender } from './push-sender.ts'
import { PushWorker } from './push-worker.ts'

export interface PushOptions {
  /** Push services may be at private addresses, and answer to http. For tests and development. */
  readonly allowPrivateAddresses: boolean
  /** How long a push service may take to answer, in milliseconds. */
  readonly timeoutMs: number
}

export const PUSH: PushOptions = { allowPrivateAddresses: false, timeoutMs: 10_000 }

interface Parts {
  /** Of the installation. */
  readonly secret: string
  /** How push services reach the operator: an https or mailto address; null for none. */
  readonly contact: string | null
  readonly clock: JobClock
  readonly publicUrl: string | null
  readonly languages: Languages
}

export function registerPush(
  app: FastifyInstance,
  db: Database,
  options: PushOptions,
  { secret, contact, clock, publicUrl, languages }: Parts,
): Push {
  const { allowPrivateAddresses } = options
  let keys: PushKeys | null = null
  let worker: PushWorker | null = null
  app.addHook('onReady', async () => {
    // The first start of an installation generates them.
    keys = await loadPushKeys(db, secret)
    worker = new PushWorker({
      db,
      clock,
      origin: publicUrl,
      languages,
      logger: app.log,
      sender: createPushSender(keys, { ...options, contact }),
    })
    addJob(app, worker.queue)
    worker.queue.start()
  })
  app.addHook('onClose', () => worker?.close())

  bind(app, ENDPOINTS.getPush, async (_input, { viewer }) => {
    keys ??= await loadPushKeys(db, secret)
    const devices = await service.listDevices(db.read, viewer)
    return { publicKey: keys.publicKey, devices: devices.map((device) => viewOf(device, viewer)) }
  })

  bind(app, ENDPOINTS.subscribeToPush, async ({ body }, { viewer }) => {
    const device = await service.subscribe(db, viewer, body, allowPrivateAddresses)
    return { device: viewOf(device, viewer) }
  })

  bind(app, ENDPOINTS.removePushDevice, ({ params }, { viewer }) => service.removeDevice(db, viewer, params.id))
  return { isWanted: () => worker?.isWanted ?? false }
}

export interface Push {
  /** Whether commits of other nodes may have to be sent. */
  isWanted(): boolean
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
