import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, startCluster } from '@quack/testing/cluster/start-cluster'
import { createRandom } from '@quack/testing/random'
import pg from 'pg'
import { openDatabase } from '../../src/database/open/open.ts'
import type { Installation } from '../app.ts'
import { createClient } from '../client.ts'
import { type Asked, askOver } from '../network.ts'

const NODE_STOPPED_MS = 5_000
const REDIS_AWAY_MS = 3_000
/** On average, one fault per this many requests. */
const FAULT_EVERY = 250

/**
 * A cluster of three nodes. Each request goes to a random node. At the end it prints how many queries a replica
 * answered.
 * @param faultSeed repeatedly pauses nodes, cuts their connections to the database and stops Redis; null for no faults
 */
export async function startOnCluster(faultSeed: number | null = null): Promise<Installation> {
  const secret = randomBytes(32).toString('hex')
  const env = {
    ...{ DEMO: 'off', RATE_LIMITS: 'off', LOG_LEVEL: 'warn', SECRET_KEY: secret },
    NODE_OPTIONS: `--import=${new URL('../ahead-node.ts', import.meta.url)}`,
  }
  const cluster = await startCluster(env, console.log)
  const db = await openDatabase({ url: cluster.postgres.url }, () => undefined)
  const faults = faultSeed === null ? null : createFaults(cluster, faultSeed)
  const addressOf = () => cluster.nodes[Math.floor(Math.random() * cluster.nodes.length)]?.address ?? ''
  const plain = askOver(() => faults?.next() ?? addressOf())
  const app: Asked = {
    async inject(options) {
      await faults?.strike()
      return plain.inject(options)
    },
  }
  return {
    app,
    db,
    secret,
    isAhead: true,
    visitor: createClient(app, null),
    async close() {
      await faults?.end()
      for (const { address } of cluster.nodes) {
        const figures = await (await fetch(`${address}/metrics`)).text()
        console.log(address, ...(figures.match(/^quack_(database_replica|cache_hits)\w+.* \d+$/gm) ?? []))
      }
      await db.close()
      await cluster.stop()
    },
  }
}

function createFaults({ nodes, postgres, redis }: Cluster, seed: number) {
  const random = createRandom(seed)
  const struck = { stopped: 0, cut: 0, redis: 0 }
  let stopped: number | null = null
  /** The node that was paused gets the next request, before it can catch up by itself. */
  let resumed: number | null = null
  let underWay: Promise<void> | null = null

  async function stopNode(): Promise<void> {
    const index = random.int(nodes.length)
    const { pid = 0 } = nodes[index] ?? {}
    struck.stopped++
    process.kill(pid, 'SIGSTOP')
    stopped = index
    await sleep(NODE_STOPPED_MS)
    process.kill(pid, 'SIGCONT')
    stopped = null
    resumed = index
  }

  async function endRedis(): Promise<void> {
    struck.redis++
    await redis.kill()
    await sleep(REDIS_AWAY_MS)
    await redis.start()
  }

  /** Awaited between two requests, because requests in progress may fail when their connection is cut. */
  async function cutConnections(): Promise<void> {
    struck.cut++
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    await client.query(`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`)
    await client.end()
  }

  return {
    /** The address of the node that gets the next request. */
    next(): string {
      const free = nodes.map((_, index) => index).filter((index) => index !== stopped)
      const index = resumed ?? free[random.int(Math.max(1, free.length))] ?? 0
      resumed = null
      return nodes[index]?.address ?? ''
    },
    async strike(): Promise<void> {
      if (random.int(FAULT_EVERY) > 0) return
      const kind = random.int(3)
      if (kind === 0) await cutConnections()
      else
        underWay ??= (kind === 1 ? stopNode() : endRedis()).finally(() => {
          underWay = null
        })
    },
    async end(): Promise<void> {
      await underWay
      console.log(`Nodes stopped ${struck.stopped} times, connections cut ${struck.cut}, Redis ended ${struck.redis}.`)
    },
  }
}
