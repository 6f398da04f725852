import type { PostgresPool, PostgresPoolClient } from 'kysely'
import type { PoolClient, QueryPool } from './pool.ts'
import { createReadPool } from './reads.ts'

/**
 * Set for one transaction, because PgBouncer passes sessions on. Estimates of searches are too high for `jit`, which
 * would compile statements for longer than they run. Parallel workers would take processors that others need.
 */
const BEGIN = `begin read only; set local statement_timeout = '2s'; set local jit = off;
  set local max_parallel_workers_per_gather = 0`

/**
 * The pool for searches. Words are as frequent as members make them, so each statement is planned for its values: it is
 * not prepared.
 */
export function createSearchPool(pool: QueryPool): PostgresPool {
  const limited: PostgresPool = {
    options: pool.options,
    end: async () => undefined,
    connect: async () => wrapClient(await pool.connect()),
  }
  return createReadPool(limited, null)
}

/** A new client object per use, because Kysely caches state by client object. */
function wrapClient(client: PoolClient): PostgresPoolClient {
  // The three are sent at once. The commit ends the transaction also if the statement has failed.
  const query: unknown = async (text: string, parameters: readonly unknown[]) => {
    const [begun, answer, ended] = await Promise.allSettled([
      client.queryOnce(BEGIN, []),
      client.queryOnce(text, parameters),
      client.queryOnce('commit', []),
    ])
    if (answer.status === 'rejected') throw answer.reason
    for (const other of [begun, ended]) if (other.status === 'rejected') throw other.reason
    return answer.value
  }
  return { query: query as PostgresPoolClient['query'], release: (destroy) => client.release(destroy) }
}
