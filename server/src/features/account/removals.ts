import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { listLeaving } from './removal.queries.ts'
import { removeTraces } from './removal.service.ts'

export interface Removals {
  /** Removes what this member left behind, after those that came before. */
  add(member: MemberId): void
  /** Goes on with removals that an earlier run began. */
  resume(): Promise<void>
  /** Stops after the transaction under way; what is left is for the next start. */
  close(): Promise<void>
}

/** Removes the traces of members who have left, one after the other, while requests go on. @param mediaReleased told when media may have lost their last post */
export function createRemovals(db: Database, log: FastifyBaseLogger, mediaReleased: () => void): Removals {
  let isOpen = true
  let underWay = Promise.resolve()

  function add(member: MemberId): void {
    underWay = underWay
      .then(() => removeTraces(db, member, () => isOpen))
      .then(mediaReleased)
      // The mark stays, so the next start tries again.
      .catch((error: unknown) => log.error({ err: error }, 'could not remove all of a deleted account yet'))
  }

  return {
    add,
    async resume() {
      for (const member of await listLeaving(db.read)) add(member)
    },
    async close() {
      isOpen = false
      await underWay
    },
  }
}
