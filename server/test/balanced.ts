import { startBalancer } from '@quack/testing/cluster/balancer'
import type { TestContext } from 'vitest'
import { buildApp, type Dependencies } from '../src/app.ts'
import { type AnswerWatch, watchAnswers } from './answers.ts'
import { ENGINE, type TestDatabase } from './database.ts'
import { type Asked, askOver } from './network.ts'

/**
 * With TEST_BALANCED=1, requests of the tests on PostgreSQL go through HAProxy to three nodes, each with its own
 * connections to the same database (`npm run test:balanced`). Tests that start the server with options of their own use
 * that server.
 */
export const IS_BALANCED = process.env.TEST_BALANCED === '1' && ENGINE === 'postgres'

const NODES = 3

declare module 'vitest' {
  interface TaskMeta {
    /** Requests of this test through the balancer. */
    balanced?: number
    /** Skipped behind the balancer, because the test inspects its own process. */
    needsOneProcess?: boolean
  }
}

/** For a test that inspects its own process: behind the balancer it is skipped and counted. */
export function needsOneProcess({ task, skip }: Pick<TestContext, 'task' | 'skip'>): void {
  if (!IS_BALANCED) return
  task.meta.needsOneProcess = true
  skip('one process')
}

let sent = 0

/** Requests through a balancer so far. */
export const sentThroughBalancer = (): number => sent

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
    ...askOver(() => {
      sent++
      return balancer.address
    }),
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
