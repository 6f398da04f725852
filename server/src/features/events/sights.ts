import type { Connection } from '../../database/database.ts'
import { NOTHING_HIDDEN } from '../../reading/hidden.ts'
import type { HiddenCache } from '../members/hidden.cache.ts'
import type { LiveStream } from './live-stream.ts'
import type { OpenStreams } from './open-streams.ts'
import type { PendingWork } from './pending-work.ts'

/**
 * Reads what viewers do not see, if it may have changed.
 * @returns the streams that need the state of all posts that they watch
 */
export async function updateSights(
  db: Connection,
  cache: HiddenCache,
  streams: OpenStreams,
  { sights, joined, everything }: PendingWork,
): Promise<ReadonlySet<LiveStream>> {
  const refreshed = new Set(joined)
  const viewers = everything
    ? streams.members()
    : [...new Set([...sights, ...[...joined].map(({ viewer }) => viewer.id)])]
  if (viewers.length === 0) return refreshed
  const found = await cache.loadAll(db, viewers)
  for (const viewer of viewers) {
    const hidden = found.get(viewer)?.value ?? NOTHING_HIDDEN
    for (const stream of streams.of(viewer)) {
      // It was opened during this round: the next one is its first.
      if (stream.hidden === null && !joined.has(stream)) continue
      if (stream.hidden !== hidden) refreshed.add(stream)
      stream.hidden = hidden
    }
  }
  return refreshed
}
