import { setTimeout as sleep } from 'node:timers/promises'
import type { PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { watchPool } from './postgres-pool.ts'
import { createPositionReader, type Position } from './postgres-position.ts'

/** A read waits for the replica so long at most, and is then made on the primary; in milliseconds. */
const PATIENCE_MS = 25
/** After that, or a failure, nobody waits for it for a while; in milliseconds. */
const REST_MS = 1_000
/** A query that takes longer is made on the primary; in milliseconds. */
const QUERY_MS = 5_000

/**
 * Reads of a replica that are as good as those of the primary. Before a read, the primary is asked where its log
 * stands; once the replica has come so far, it has every write that was acknowledged before. Usually it has by then.
 * Where it has not soon, is away, or fails, the primary is read.
 */
export interface Replica {
  /** A connection to the replica, where that is current. */
  connect(): Promise<PostgresPoolClient | null>
  figures(): Readonly<Record<string, number>>
  close(): Promise<void>
}

export function openReplica(
  { url, primaryUrl, poolSize }: { url: string; primaryUrl: string; poolSize: number },
  types: typeof pg.types,
  onError: (error: Error) => void,
): Replica {
  const pool = new pg.Pool({
    ...{ connectionString: url, max: poolSize, types, keepAlive: true },
    ...{ connectionTimeoutMillis: 1_000, query_timeout: QUERY_MS },
  })
  pool.on('error', onError)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const watched = watchPool(pool)
  const primary = createPositionReader(primaryUrl, 'primary', onError)
  const replica = createPositionReader(url, 'replica', onError)
  let reached: Position = 0
  let restsUntil = 0
  let served = 0
  let passed = 0

  async function isCurrent(): Promise<boolean> {
    if (performance.now() < restsUntil) return false
    try {
      const wanted = await primary.read()
      const deadline = performance.now() + PATIENCE_MS
      while (reached < wanted && performance.now() < deadline) {
        reached = await replica.read()
        if (reached < wanted) await sleep(1)
      }
      if (reached >= wanted) return true
    } catch {
      // Away: what it was last seen to have says nothing about a server that comes back.
      reached = 0
    }
    restsUntil = performance.now() + REST_MS
    return false
  }

  return {
    async connect() {
      const client = (await isCurrent()) ? await watched.connect().catch(() => null) : null
      if (client === null) passed++
      else served++
      return client
    },
    figures: () => ({ replica_reads_total: served, replica_passed_total: passed }),
    async close() {
      await Promise.all([pool.end(), primary.close(), replica.close()])
    },
  }
}
