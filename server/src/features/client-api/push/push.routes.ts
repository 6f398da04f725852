import type { ClientInput } from '@quack/contract/client-api/client-call'
import * as calls from '@quack/contract/client-api/push'
import type { FastifyInstance } from 'fastify'
import type { Connection, Database } from '../../../database/database.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { Viewer } from '../../../reading/viewer.ts'
import { findOfApp, setAlerts } from '../../push/push.queries.ts'
import { removeDevice, subscribe } from '../../push/push.service.ts'
import { bindClient } from '../transport/bind-client.ts'
import { unlessRefused } from '../transport/client-errors.ts'

export function registerAppPush(
  scope: FastifyInstance,
  db: Database,
  { vapidKey, allowPrivateAddresses }: { vapidKey: () => Promise<string>; allowPrivateAddresses: boolean },
): void {
  bindClient(scope, calls.subscribeToPush, async ({ input: { subscription, data }, viewer }) => {
    await subscribe(db, viewer, subscription, allowPrivateAddresses, alertsOf(data))
    return read(db.primary, viewer)
  })

  bindClient(scope, calls.getPushSubscription, ({ viewer }) => read(db.read, viewer))

  bindClient(scope, calls.changePushAlerts, async ({ input, viewer }) => {
    const alerts = alertsOf(input.data)
    await db.write((transaction) => setAlerts(transaction, { session: viewer.sessionId, alerts }))
    return read(db.primary, viewer)
  })

  bindClient(scope, calls.endPushSubscription, async ({ viewer }) => {
    const removed = removeDevice(db, viewer, String(viewer.sessionId))
    await unlessRefused(removed, (code) => code === 'pushDeviceUnknown', null)
    return {}
  })

  /** @throws pushDeviceUnknown */
  async function read(connection: Connection, { sessionId: session }: Viewer) {
    const found = await findOfApp(connection, { session })
    if (!found || found.alerts === null) throw new AppError('pushDeviceUnknown')
    const wanted = found.alerts.split(' ')
    return {
      id: String(session),
      endpoint: found.endpoint,
      standard: true,
      server_key: await vapidKey(),
      alerts: Object.fromEntries(calls.ALERTS.map((alert) => [alert, wanted.includes(alert)])),
      policy: 'all',
    }
  }
}

/** @throws fieldInvalid for a policy other than `all`: who may notify is a setting of the account, for each kind */
function alertsOf({ alerts = {}, policy = 'all' }: ClientInput<typeof calls.changePushAlerts>['data'] = {}) {
  if (policy !== 'all') throw new AppError('fieldInvalid', 'policy: who may notify is a setting of the account here')
  return calls.ALERTS.filter((alert) => alerts[alert]).join(' ')
}
