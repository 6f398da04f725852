import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { listDeleted } from './removal.queries.ts'
import { removeRows } from './removal.service.ts'

export interface Removals {
  /** Queues the removal of this member's rows. */
  add(member: MemberId): void
  /** Continues removals that an earlier process began. */
  resume(): Promise<void>
  /** Stops after the present transaction; the next start continues. */
  close(): Promise<void>
}

/**
 * Removes the rows of deleted accounts in the background, one account at a time.
 * @param mediaReleased called when media may have lost their last reference
 */
export function createRemovals(db: Database, log: FastifyBaseLogger, mediaReleased: () => void): Removals {
  let isOpen = true
  let underWay = Promise.resolve()

  function add(member: MemberId): void {
    underWay = underWay
      .then(() => removeRows(db, member, () => isOpen))
      .then(mediaReleased)
      // The row keeps deleted_at, so the next start tries again.
      .catch((error: unknown) =>
        log.error({ err: error }, 'could not finish removing a deleted account; the next start continues'),
      )
  }

  return {
    add,
    async resume() {
      for (const member of await listDeleted(db.read)) add(member)
    },
    async close() {
      isOpen = false
      await underWay
    },
  }
}
