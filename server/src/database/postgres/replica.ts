import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { createLsnReader, type Lsn } from './lsn.ts'
import { createQueryPool } from './pool.ts'

/** Maximum time that a read waits for the replica to catch up; then it goes to the primary. In milliseconds. */
const CATCH_UP_MS = 25
/** After a timeout or a failure, reads do not wait for the replica for this time; in milliseconds. */
const PAUSE_MS = 1_000
/** Maximum time of a query on the replica; then it goes to the primary. In milliseconds. */
const QUERY_MS = 5_000

/**
 * Reads from a replica that are as current as reads from the primary. Each read first asks the primary for its WAL
 * position. Once the replica has replayed the log up to that position, it has every write that was acknowledged before.
 * Usually there is nothing to wait for. If the replica lags or fails, the read goes to the primary.
 */
export interface Replica {
  /** A connection to the replica; null if the replica is not current. */
  connect(): Promise<PostgresPoolClient | null>
  stats(): Readonly<Record<string, number>>
  close(): Promise<void>
}

export function openReplica(
  { url, primaryUrl, poolSize }: { url: string; primaryUrl: string; poolSize: number },
  types: typeof pg.types,
  onError: (error: Error) => void,
): Replica {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    keepAlive: true,
    connectionTimeoutMillis: 1_000,
    query_timeout: QUERY_MS,
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const queryPool = createQueryPool(pool)
  const primary = createLsnReader(primaryUrl, 'primary', onError)
  const replica = createLsnReader(url, 'replica', onError)
  let reached: Lsn = 0
  let pausedUntil = 0
  let replicaReads = 0
  let primaryReads = 0

  async function isCurrent(): Promise<boolean> {
    if (performance.now() < pausedUntil) return false
    try {
      const wanted = await primary.read()
      const deadline = performance.now() + CATCH_UP_MS
      while (reached < wanted && performance.now() < deadline) {
        reached = await replica.read()
        if (reached < wanted) await sleep(1)
      }
      if (reached >= wanted) return true
    } catch {
      // The server may come back with an older state, so its last position no longer counts.
      reached = 0
    }
    pausedUntil = performance.now() + PAUSE_MS
    return false
  }

  return {
    async connect() {
      const client = (await isCurrent()) ? await queryPool.connect().catch(() => null) : null
      if (client === null) primaryReads++
      else replicaReads++
      return client
    },
    stats: () => ({ replica_reads_total: replicaReads, replica_passed_total: primaryReads }),
    async close() {
      await Promise.all([pool.end(), primary.close(), replica.close()])
    },
  }
}
