import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type PrivatePostgres, startPostgres, startReplica } from '../postgres.ts'
import { startRedis, type TestRedis } from '../redis.ts'
import { createBucket, type PrivateS3Store, startS3Store } from '../s3-store.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { type ClusterNode, createNode } from './node.ts'

/** A whole cluster on one machine. The nodes, PostgreSQL, its replica and Redis can be ended and started again. */
export interface Cluster {
  /** The address of the balancer, to which clients connect. */
  readonly address: string
  readonly balancer: Balancer
  readonly nodes: readonly ClusterNode[]
  readonly postgres: PrivatePostgres
  readonly replica: PrivatePostgres
  readonly redis: TestRedis
  readonly s3: PrivateS3Store
  /** Ends all parts and removes what they wrote. */
  stop(): Promise<void>
}

/** As many as deploy/haproxy.cfg has. */
const NODES = 3
/** Longer than the balancer needs to notice: two checks, half a second apart. */
const DRAIN_SECONDS = '3'

/**
 * Starts three nodes, PostgreSQL with a streaming replica, Redis, an S3 store and HAProxy, on loopback and free ports.
 * @param env more environment variables of the nodes
 * @param folder of the files of the nodes and of HAProxy; a temporary one by default, which the other parts have
 * @param say called with each part that is being started
 */
export async function startCluster(
  env: Record<string, string>,
  say: (line: string) => void = () => undefined,
  folder?: string,
): Promise<Cluster> {
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  const files = mkdtempSync(join(folder ?? tmpdir(), 'quack-cluster-'))
  const endings: (() => Promise<unknown> | undefined)[] = []
  async function stop(): Promise<void> {
    for (const end of endings.splice(0).reverse()) await end()
    rmSync(files, { recursive: true, force: true, maxRetries: 3 })
  }

  try {
    say('PostgreSQL, a replica of it, Redis and the S3 store')
    const postgres = await startPostgres({ isDurable: true })
    endings.push(() => postgres.stop())
    const replica = await startReplica(postgres)
    endings.push(() => replica.stop())
    const redis = await startRedis()
    endings.push(() => redis.kill())
    const s3 = await startS3Store()
    endings.push(() => s3.stop())
    const { bucket } = await createBucket(s3.keys)

    say(`${NODES} nodes`)
    const shared = {
      // Unfinished uploads are here, so that any node can continue them.
      DATA_DIR: join(files, 'data'),
      SECRET_KEY: randomBytes(32).toString('hex'),
      DATABASE_URL: postgres.url,
      DATABASE_REPLICA_URL: replica.url,
      REDIS_URL: redis.url,
      S3_ENDPOINT: s3.keys.endpoint,
      S3_REGION: s3.keys.region,
      S3_BUCKET: bucket,
      S3_ACCESS_KEY_ID: s3.keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: s3.keys.secretAccessKey,
      DRAIN_SECONDS,
      ...env,
    }
    const nodes = await Promise.all(Array.from({ length: NODES }, () => createNode(shared)))
    endings.push(() => Promise.all(nodes.map((node) => node.kill())))
    await Promise.all(nodes.map((node) => node.start()))

    say('HAProxy')
    const addresses = nodes.map((node) => node.address)
    const balancer: Balancer = await startBalancer(files, addresses)
    endings.push(() => balancer.stop())
    return { address: balancer.address, balancer, nodes, postgres, replica, redis, s3, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
