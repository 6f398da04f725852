import { startBalancer } from '../../tools/src/cluster/balancer.ts'
import { buildApp, type Dependencies } from '../src/app.ts'
import { type AnswerWatch, watchAnswers } from './answers.ts'
import { ENGINE, type TestDatabase } from './database.ts'
import { type Asked, askOver } from './network.ts'

/**
 * With TEST_BALANCED=1, requests of the tests on PostgreSQL go through HAProxy to three nodes, each with connections of
 * its own to the same database. Tests that put the server together in their own way keep the one they made.
 */
export const IS_BALANCED = process.env.TEST_BALANCED === '1' && ENGINE === 'postgres'

const NODES = 3

export interface BalancedNodes extends Asked {
  readonly watches: readonly AnswerWatch[]
  close(): Promise<void>
}

export async function startBalancedNodes(
  dependencies: Dependencies,
  database: TestDatabase,
  directory: string,
): Promise<BalancedNodes> {
  const nodes = await Promise.all(
    Array.from({ length: NODES }, async () => {
      const db = await database.reopen()
      const app = await buildApp({ ...dependencies, db, trustProxy: ['loopback'] })
      const watch = watchAnswers(app)
      const address = await app.listen({ host: '127.0.0.1', port: 0 })
      return { db, app, watch, address }
    }),
  )
  const balancer = await startBalancer(
    directory,
    nodes.map((node) => node.address),
  )
  return {
    ...askOver(() => balancer.address),
    watches: nodes.map((node) => node.watch),
    async close() {
      await balancer.stop()
      for (const { app, db } of nodes) {
        await app.close()
        await db.close()
      }
    },
  }
}
