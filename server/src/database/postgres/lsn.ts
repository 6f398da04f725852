import pg from 'pg'
import { coalesceCalls } from './coalesce-calls.ts'

/** A position in a server's write-ahead log (LSN), as a number. */
export type Lsn = number

/**
 * Every acknowledged write is before this position, because a commit is flushed before it is acknowledged. That does
 * not hold if `synchronous_commit` is off on the server.
 */
const FLUSHED = 'select pg_current_wal_flush_lsn()::text as position'
/** Null on a server that was not started as a replica. */
const REPLAYED = 'select pg_last_wal_replay_lsn()::text as position'

/** After this time without a response the server is considered unreachable; in milliseconds. */
const TIMEOUT_MS = 300

export interface LsnReader {
  /** The server's position at some moment after the call. */
  read(): Promise<Lsn>
  close(): Promise<void>
}

/**
 * Reads a server's position over a connection of its own. Calls during a query share the next one, so each node sends a
 * server only one such query at a time.
 */
export function createLsnReader(url: string, of: 'primary' | 'replica', onError: (error: Error) => void) {
  const pool = new pg.Pool({
    connectionString: url,
    max: 1,
    keepAlive: true,
    connectionTimeoutMillis: TIMEOUT_MS,
    query_timeout: TIMEOUT_MS,
  })
  pool.on('error', onError)
  const read = coalesceCalls(async () => {
    const { rows } = await pool.query<{ position: string | null }>(of === 'primary' ? FLUSHED : REPLAYED)
    return parseLsn(rows[0]?.position ?? null)
  })
  return { read, close: () => pool.end() } satisfies LsnReader
}

/** Parses `16/B374D848`, two halves of 64 bits. A number holds the first 9 petabytes exactly. */
export function parseLsn(text: string | null): Lsn {
  const [high, low] = (text ?? '').split('/').map((half) => Number.parseInt(half, 16))
  if (high === undefined || low === undefined) throw new Error('The server is not a replica.')
  return high * 2 ** 32 + low
}
