import { type Kysely, sql } from 'kysely'
import pg from 'pg'
import { DatabaseFailure } from '../failure.ts'
import { EVERYTHING, InvalidationLog, readInvalidation } from '../invalidation-log.ts'
import type { Schema } from '../schema.ts'
import { coalesceCalls } from './coalesce-calls.ts'

/** After this time without a response the server is considered unreachable; in milliseconds. */
const TIMEOUT_MS = 5_000
/** If one call reads more rows than this, everything is invalidated. */
const ROWS_MAX = 10_000
/** How often old rows are deleted, in milliseconds. A row is kept for one to two of these intervals. */
const CLEAN_MS = 60_000

/**
 * The rows that have become visible since a snapshot: those of transactions that began later, and of those that were
 * in progress. Commits do not follow the order of transaction ids, so the last id seen is not enough.
 * @param $1 the snapshot of the previous call
 */
export const SINCE = `
  select pg_current_snapshot()::text, kept.oldest > pg_snapshot_xmin($1::pg_snapshot), changed.kind, changed.a, changed.b
  from invalidations_kept as kept left join invalidations_since($1::pg_snapshot, ${ROWS_MAX + 1}) as changed on true`

type Row = readonly [snapshot: string, isBehind: boolean, kind: string | null, a: string | null, b: string | null]

export interface InvalidationReader {
  readonly log: InvalidationLog
  catchUp(): Promise<void>
  /** Waits for the call under way. Later ones fail. */
  close(): Promise<void>
}

/**
 * Reads the invalidations of all nodes over a connection of its own to the primary. Calls during a query share the next
 * query. A new connection invalidates everything, because a server that comes back may have lost commits.
 */
export function createInvalidationReader(url: string): InvalidationReader {
  const log = new InvalidationLog()
  let open: { client: pg.Client; snapshot: string } | null = null
  let isClosed = false

  async function connect(): Promise<{ client: pg.Client; snapshot: string }> {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: TIMEOUT_MS,
      query_timeout: TIMEOUT_MS,
    })
    client.on('error', () => disconnect(client))
    try {
      await client.connect()
      const { rows } = await client.query<{ snapshot: string }>('select pg_current_snapshot()::text as snapshot')
      return { client, snapshot: String(rows[0]?.snapshot) }
    } catch (error) {
      client.end().catch(() => undefined)
      throw error
    }
  }

  function disconnect(client: pg.Client): void {
    if (open?.client !== client) return
    open = null
    client.end().catch(() => undefined)
  }

  async function read(): Promise<void> {
    if (isClosed) throw new Error('The reader is closed.')
    if (!open) {
      open = await connect()
      log.add(EVERYTHING)
      return
    }
    const { client, snapshot } = open
    const query = { name: 'invalidations', text: SINCE, values: [snapshot], rowMode: 'array' as const }
    const { rows } = await client.query<Row & unknown[]>(query).catch((error: unknown) => {
      disconnect(client)
      throw error
    })
    const [first] = rows
    const isIncomplete = !first || first[1] || rows.length > ROWS_MAX
    if (open?.client !== client) throw new Error('The connection was lost.')
    open.snapshot = first?.[0] ?? snapshot
    if (isIncomplete) log.add(EVERYTHING)
    else if (first[2] !== null)
      log.add(rows.map(([, , kind, a, b]) => readInvalidation(String(kind), Number(a), Number(b))))
  }

  const catchUp = coalesceCalls(async () => {
    try {
      await read()
    } catch (error) {
      throw new DatabaseFailure('unavailable', error)
    }
  })

  return {
    log,
    catchUp,
    async close() {
      isClosed = true
      // A connection that is being made would stay open.
      await catchUp().catch(() => undefined)
      const closing = open?.client
      open = null
      await closing?.end()
    },
  }
}

/**
 * Deletes old rows at intervals. If one node has deleted them, the others find nothing to do. The exact time does not
 * matter: a reader that may have missed deleted rows notices it by `oldest`, and invalidates everything.
 * @returns stops the deletion
 */
export function cleanInvalidations(db: Kysely<Schema>, onError: (error: Error) => void): () => void {
  const clean = () =>
    sql`
      with kept as (
        update invalidations_kept set oldest = next, next = pg_snapshot_xmin(pg_current_snapshot()), moved_at = now()
        where moved_at < now() - ${sql.lit(`${CLEAN_MS} milliseconds`)}::interval returning oldest
      )
      delete from invalidations using kept where transaction_id < kept.oldest`
      .execute(db)
      .catch(onError)
  const timer = setInterval(clean, CLEAN_MS)
  timer.unref()
  return () => clearInterval(timer)
}
