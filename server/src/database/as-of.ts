import { RANKED_CURSOR_SECONDS } from '@quack/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import type { Connection } from './database.ts'
import { DatabaseFailure } from './failure.ts'
import { idAtTime, timeOfId } from './ids.ts'
import { isPostgres } from './is-in.ts'
import { CursorError, type CursorKey, ID_KEY } from './paging.ts'

/**
 * Lists that are ordered by a figure that moves. Each change of it leaves an event. A cursor holds the snapshot that the
 * first page was read at, and later pages count out again what that snapshot had not seen (decision 23).
 */

type Events = 'like_events' | 'follow_events'

/**
 * Which events were seen: those before `end`, but for those in `open`. On PostgreSQL these are transactions, of which
 * `open` were under way; on SQLite they are ids of events, which come in the order of commits.
 */
export interface Snapshot {
  /** When it was taken, in milliseconds since 1970. */
  readonly time: number
  readonly end: number
  readonly open: readonly number[]
}

/** Clocks of nodes differ by less, in milliseconds. Only how long events are kept depends on it. */
const CLOCKS_DIFFER_MS = 60 * 60_000
/** Of a snapshot in a cursor: leaves room for the rest of it (CURSOR_LENGTH_MAX of the contract). */
const TEXT_MAX = 5_900

/**
 * The snapshot that a statement is read at, as a column of it. For a statement on the primary: a replica does not know
 * which transactions are open.
 */
export function snapshotNow(db: Connection, events: Events): RawBuilder<string> {
  return isPostgres(db)
    ? sql`(select pg_current_snapshot()::text)`
    : sql`(select ':' || (coalesce(max(at), 0) + 1) || ':' from ${sql.table(events)})`
}

/** @param text as PostgreSQL writes a snapshot: `xmin:xmax:xip,xip` */
export function readSnapshot(text: string): Snapshot {
  const [, end = '', open = ''] = text.split(':')
  const snapshot = {
    time: Date.now(),
    end: Number(end),
    open: open === '' ? [] : open.split(',').map(Number),
  }
  // More transactions at once than PostgreSQL should be given connections for; a page without some would be wrong.
  if (SNAPSHOT_KEY.write(snapshot).length > TEXT_MAX) throw new DatabaseFailure('unavailable', 'too many open writes')
  return snapshot
}

/** Holds for events that the snapshot had not seen. For a query of the events' table under its own name. */
export function isSince(db: Connection, events: Events, { end, open }: Snapshot): RawBuilder<boolean> {
  if (!isPostgres(db)) return sql`at >= ${end}`
  const wasOpen = open.length === 0 ? sql`` : sql`or transaction_id = any(${[...open]}::bigint[])`
  // A row that a restore brought has the number of another server's transaction. It was there before any cursor.
  const isOwn = sql`${sql.table(events)}.xmin::text::bigint = transaction_id & 4294967295`
  return sql`(transaction_id >= ${end} ${wasOpen}) and ${isOwn}`
}

/** `time-end-open-open`, with the open ones as their distance from the end. */
export const SNAPSHOT_KEY: CursorKey<Snapshot> = {
  write: ({ time, end, open }) => [time, end, ...open.map((each) => end - each)].map(ID_KEY.write).join('-'),
  read(text) {
    const [time, end, ...distances] = text.split('-').map(ID_KEY.read)
    if (time === undefined || end === undefined) throw new CursorError()
    const open = distances.map((distance) => end - distance)
    if (open.some((each) => each < 0 || each >= end)) throw new CursorError()
    return { time, end, open }
  },
}

/** Where the order does not move. */
export const NO_SNAPSHOT_KEY: CursorKey<null> = {
  write: () => '0',
  read(text) {
    if (text !== '0') throw new CursorError()
    return null
  },
}

/** @throws CursorError when events since then may have been forgotten */
export function requireRecent(snapshot: Snapshot | null): Snapshot {
  const age = snapshot ? Date.now() - snapshot.time : Number.NaN
  const isRecent = age <= RANKED_CURSOR_SECONDS * 1_000 && age >= -CLOCKS_DIFFER_MS
  if (!snapshot || !isRecent) throw new CursorError()
  return snapshot
}

/** Events older than this can be forgotten: no cursor reaches back to them. @param at an id of now */
export function oldestEvent(at: number): number {
  return idAtTime(timeOfId(at) - RANKED_CURSOR_SECONDS * 1_000 - CLOCKS_DIFFER_MS)
}

/** Events older than any cursor are in nobody's way: looking for them with every new one would cost more than they do. */
export function isTimeToForget(): boolean {
  return Math.random() < 0.01
}
