import { RANKED_CURSOR_SECONDS } from '@quack/contract/rules/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from './database.ts'
import { isPostgres } from './engine.ts'
import { DatabaseFailure } from './failure.ts'
import { idAtTime } from './ids.ts'
import { CursorError, ID_CODEC, type ValueCodec } from './paging.ts'

/**
 * Snapshots for lists that are ordered by a count that changes. Each change of the count inserts an event row. A cursor
 * contains the snapshot of the first page. Later pages subtract the events that it had not seen (decision 23).
 */

type Events = 'like_events' | 'follow_events'

/**
 * Which events a read saw: those before `end`, except those in `open`. On PostgreSQL both are transaction ids, and
 * `open` holds the ones in progress. On SQLite they are event ids, because ids there follow the commit order.
 */
export interface Snapshot {
  /** When it was taken, in milliseconds since 1970. */
  readonly time: number
  readonly end: number
  readonly open: readonly number[]
}

/** Maximum difference between the nodes' clocks, in milliseconds. Events are kept this much longer. */
const CLOCK_SKEW_MS = 60 * 60_000
/** Maximum length of a snapshot in a cursor. It leaves room for the rest of the cursor (CURSOR_LENGTH_MAX). */
const TEXT_MAX = 5_900

/**
 * A result column with the snapshot that the statement itself sees. The statement has to run on the primary: a replica
 * does not know which transactions are open.
 */
export function snapshotNow(db: Connection, events: Events): RawBuilder<string> {
  return isPostgres(db)
    ? sql`(select pg_current_snapshot()::text)`
    : sql`(select ':' || (coalesce(max(at), 0) + 1) || ':' from ${sql.table(events)})`
}

/** @param text a snapshot as PostgreSQL writes it: `xmin:xmax:xip,xip` */
export function readSnapshot(text: string): Snapshot {
  const [, end = '', open = ''] = text.split(':')
  const snapshot = {
    time: Date.now(),
    end: Number(end),
    open: open === '' ? [] : open.split(',').map(Number),
  }
  // Only an unusually large pool has this many open transactions. A page based on a truncated snapshot would be wrong.
  if (SNAPSHOT_CODEC.write(snapshot).length > TEXT_MAX) throw new DatabaseFailure('unavailable', 'too many open writes')
  return snapshot
}

/** Selects events that the snapshot had not seen. The query names the events' table without an alias. */
export function isUnseen(db: Connection, events: Events, { end, open }: Snapshot): RawBuilder<boolean> {
  if (!isPostgres(db)) return sql`at >= ${end}`
  const wasOpen = open.length === 0 ? sql`` : sql`or transaction_id = any(${[...open]}::bigint[])`
  // In a row that a restore brought, `transaction_id` is another server's, so it differs from `xmin`, of which
  // PostgreSQL shows 32 bits. Such rows count as seen by every snapshot.
  const isOwn = sql`${sql.table(events)}.xmin::text::bigint = transaction_id & 4294967295`
  return sql`(transaction_id >= ${end} ${wasOpen}) and ${isOwn}`
}

/** `time-end-open-open`. Open transactions are written as their distance from `end`. */
export const SNAPSHOT_CODEC: ValueCodec<Snapshot> = {
  write: ({ time, end, open }) => [time, end, ...open.map((each) => end - each)].map(ID_CODEC.write).join('-'),
  read(text) {
    const [time, end, ...distances] = text.split('-').map(ID_CODEC.read)
    if (time === undefined || end === undefined) throw new CursorError()
    const open = distances.map((distance) => end - distance)
    if (open.some((each) => each < 0 || each >= end)) throw new CursorError()
    return { time, end, open }
  },
}

/** For lists whose order does not change. */
export const NO_SNAPSHOT_CODEC: ValueCodec<null> = {
  write: () => '0',
  read(text) {
    if (text !== '0') throw new CursorError()
    return null
  },
}

/** @throws CursorError if events since the snapshot may have been deleted */
export function requireRecent(snapshot: Snapshot | null): Snapshot {
  const age = snapshot ? Date.now() - snapshot.time : Number.NaN
  const isRecent = age <= RANKED_CURSOR_SECONDS * 1_000 && age >= -CLOCK_SKEW_MS
  if (!snapshot || !isRecent) throw new CursorError()
  return snapshot
}

/** The id below which events can be deleted, because no cursor needs them. */
export function oldestNeededEvent(now: number): number {
  return idAtTime(now - RANKED_CURSOR_SECONDS * 1_000 - CLOCK_SKEW_MS)
}
