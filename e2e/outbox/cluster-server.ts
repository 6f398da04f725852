import { setTimeout as sleep } from 'node:timers/promises'
import { startCluster } from '@quack/testing/cluster/start-cluster'
import { patient } from '@quack/testing/patience'
import type { RestartableServer } from '../support/restartable.ts'

/** What histories need of a server. */
export type HistoryServer = Pick<RestartableServer, 'address' | 'start' | 'kill' | 'close' | 'root'>

/** Three nodes behind the balancer, with a replica of the database, which are killed and started together. */
export async function startClusterServer(): Promise<HistoryServer> {
  const cluster = await startCluster({ DEMO: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' })
  let isRunning = true
  let killed: Promise<unknown> = Promise.resolve()
  return {
    address: cluster.address,
    root: undefined,
    async start() {
      if (isRunning) return
      isRunning = true
      // Histories do not wait for the end of a kill. Until then, its nodes have their addresses.
      await killed
      await Promise.all(cluster.nodes.map((node) => node.start()))
      // The balancer has to notice.
      for (const end = Date.now() + patient(30_000); Date.now() < end; await sleep(50)) {
        if (await isReady(cluster.address)) return
      }
      throw new Error('The balancer finds no node.')
    },
    async kill() {
      isRunning = false
      killed = Promise.all(cluster.nodes.map((node) => node.kill()))
      await killed
    },
    close: () => cluster.stop(),
  }
}

async function isReady(address: string): Promise<boolean> {
  return fetch(`${address}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}
