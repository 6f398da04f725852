import { RANKED_CURSOR_SECONDS } from '@quack/contract/limits'
import { type RawBuilder, sql } from 'kysely'
import { idAtTime, timeOfId } from './ids.ts'
import { CursorError } from './paging.ts'

/**
 * Lists that are ordered by a figure that moves. A later page is read as the list stood at its first: the cursor says
 * when that was (as an id), and what has happened since is kept in a table of events, and counted out again.
 */

/** When nothing has happened for this long, the first page stands as of then; in milliseconds. */
const QUIET_MS = 60 * 60_000

/**
 * The instant a first page stands for: of the last event that it sees. An hour ago does as well when nothing has
 * happened since: it too has every event before it and none after it.
 */
export function asOfLast(events: 'like_events' | 'follow_events'): RawBuilder<number> {
  const quiet = idAtTime(Date.now() - QUIET_MS)
  return sql<number>`coalesce((select max(at) from ${sql.table(events)} where at > ${quiet}), ${sql.lit(quiet)})`
}

/** @throws CursorError when events since then may have been forgotten */
export function requireRecent(asOf: number): void {
  if (asOf < oldestEvent(idAtTime(Date.now()))) throw new CursorError()
}

/** Events older than this can be forgotten: no cursor reaches back to them. @param at an id of now */
export function oldestEvent(at: number): number {
  return idAtTime(timeOfId(at) - RANKED_CURSOR_SECONDS * 1_000)
}

/** Events older than any cursor are in nobody's way: looking for them with every new one would cost more than they do. */
export function isTimeToForget(): boolean {
  return Math.random() < 0.01
}
