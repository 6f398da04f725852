import pg from 'pg'
import { shareNext } from './share-next.ts'

/** Where a server's log of changes stands, as a number: every change before it is there. */
export type Position = number

/**
 * What an acknowledged write is behind: a commit is flushed before anyone is told of it. With `synchronous_commit`
 * switched off on the server this would not hold.
 */
const FLUSHED = 'select pg_current_wal_flush_lsn()::text as position'
/** Null on a server that is no replica (any more). */
const REPLAYED = 'select pg_last_wal_replay_lsn()::text as position'

/** A question that takes longer is one to a server that is away; in milliseconds. */
const PATIENCE_MS = 300

export interface PositionReader {
  /** Where the server stood at an instant after this call began. */
  read(): Promise<Position>
  close(): Promise<void>
}

/**
 * Asks a server where it stands, by a connection of its own. Those who ask while a question is under way share the
 * next one: so that however many there are, a server has one such question at a time of each node.
 */
export function createPositionReader(url: string, of: 'primary' | 'replica', onError: (error: Error) => void) {
  const pool = new pg.Pool({
    ...{ connectionString: url, max: 1, keepAlive: true },
    ...{ connectionTimeoutMillis: PATIENCE_MS, query_timeout: PATIENCE_MS },
  })
  pool.on('error', onError)
  const ask = shareNext(async () => {
    const { rows } = await pool.query<{ position: string | null }>(of === 'primary' ? FLUSHED : REPLAYED)
    return parsePosition(rows[0]?.position ?? null)
  })
  return { read: ask, close: () => pool.end() } satisfies PositionReader
}

/** `16/B374D848`: two halves of 64 bits, of which a number holds the first 9 petabytes exactly. */
export function parsePosition(text: string | null): Position {
  const [high, low] = (text ?? '').split('/').map((half) => Number.parseInt(half, 16))
  if (high === undefined || low === undefined) throw new Error('The server is no replica.')
  return high * 2 ** 32 + low
}
