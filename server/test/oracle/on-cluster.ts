import { startCluster } from '../../../tools/src/cluster/start-cluster.ts'
import { openDatabase } from '../../src/database/open.ts'
import type { Installation } from '../app.ts'
import { createClient } from '../client.ts'
import { askOver } from '../network.ts'

/** Three nodes of their own, each request to one at random. At the end it says how many queries a replica answered. */
export async function startOnCluster(): Promise<Installation> {
  const cluster = await startCluster({ DEMO: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn' }, console.log)
  const db = await openDatabase({ url: cluster.postgres.url }, () => undefined)
  const app = askOver(() => cluster.nodes[Math.floor(Math.random() * cluster.nodes.length)]?.address ?? '')
  return {
    app,
    db,
    visitor: createClient(app, null),
    async close() {
      for (const { address } of cluster.nodes) {
        const figures = await (await fetch(`${address}/metrics`)).text()
        console.log(address, ...(figures.match(/^quack_database_replica\w+ \d+$/gm) ?? []))
      }
      await db.close()
      await cluster.stop()
    },
  }
}
