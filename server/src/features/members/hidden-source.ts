import type { Database } from '../../database/database.ts'
import { type HiddenSource, NOTHING_HIDDEN } from '../../reading/hidden.ts'
import { readHidden } from '../visibility/visibility.queries.ts'
import type { HiddenCache } from './hidden.cache.ts'

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
