import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { runWith } from '../../jobs/job.ts'
import { Loop } from '../../jobs/loop.ts'
import { listDeleted } from './removal.queries.ts'
import { removeRows } from './removal.service.ts'

/** How often it looks for accounts that another process deleted, or another node has left, in milliseconds. */
const TICK_MS = 30_000
const NONE = 0 as MemberId
/** Accounts of one look, at most. */
const PAGE = 20

export interface Removals {
  /** There is a deleted account. */
  wake(): void
}

interface Parts {
  readonly clock: JobClock
  /** Called when media may have lost their last reference. */
  readonly mediaReleased: () => void
}

/**
 * Removes the rows of deleted accounts, one after the other. One that cannot be removed now does not hold up others.
 */
export function startRemovals(app: FastifyInstance, db: Database, { clock, mediaReleased }: Parts): Removals {
  let after = NONE
  const loop = new Loop({
    ...{
      name: 'removals',
      purpose: 'finish removing deleted accounts',
      logger: app.log,
      clock,
      everyMs: TICK_MS,
      gatherMs: 0,
    },
    async look() {
      const members = await listDeleted(db.primary, { after, limit: PAGE })
      const isMore = members.length === PAGE
      after = isMore ? (members.at(-1) ?? NONE) : NONE
      const problems: unknown[] = []
      for (const member of members)
        await removeRows(db, member, () => !loop.isClosed).catch((error: unknown) => problems.push(error))
      if (members.length > 0) mediaReleased()
      if (problems.length > 0) throw problems[0]
      return { isMore }
    },
  })
  runWith(app, loop)
  return { wake: () => loop.wake() }
}
