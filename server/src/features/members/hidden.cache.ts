import { Cache } from '../../cache/cache.ts'
import type { Connection, Database } from '../../database/database.ts'
import type { InvalidationLog } from '../../database/invalidation-log.ts'
import type { MemberId } from '../../database/schema.ts'
import { type Hidden, type HiddenSource, NOTHING_HIDDEN } from '../../reading/hidden.ts'
import { listHidden, readHidden } from '../visibility/visibility.queries.ts'

/** What each viewer does not see. */
export class HiddenCache extends Cache<'viewer', MemberId, Hidden> {
  constructor(log: InvalidationLog) {
    const key = (member: number) => member as MemberId
    super(log, { maxBytes: 8 * 2 ** 20, invalidatedBy: { relation: { key }, blocked: { key } } })
  }

  find(viewer: MemberId | null): Hidden | null {
    if (viewer === null) return NOTHING_HIDDEN
    const found = this.get('viewer', viewer)
    if (!found || Date.now() < found.until) return found ?? null
    this.delete('viewer', viewer)
    return null
  }

  loadAll(db: Connection, viewers: readonly MemberId[]) {
    for (const viewer of viewers) this.find(viewer)
    return this.load('viewer', viewers, (missing) => listHidden(db, missing))
  }
}

/** What viewers do not see: from the cache, or from the database while cached data may not be used. */
export function createHiddenSource(db: Database, cache: HiddenCache): HiddenSource {
  return {
    find: (viewer) => cache.find(viewer),
    async load(viewer, isCurrent) {
      if (!isCurrent) return readHidden(db.read, viewer)
      return (await cache.loadAll(db.read, [viewer])).get(viewer)?.value ?? NOTHING_HIDDEN
    },
  }
}
