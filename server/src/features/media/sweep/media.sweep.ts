import type { FastifyInstance } from 'fastify'
import type { Connection, Database } from '../../../database/database.ts'
import type { JobClock } from '../../../jobs/clock.ts'
import { runWith } from '../../../jobs/job.ts'
import { Loop, NOTHING_MORE } from '../../../jobs/loop.ts'
import { sourceName } from '../records/media.view.ts'
import type { MediaStore } from '../store/media-store.ts'
import * as queries from './sweep.queries.ts'
import { isMediaLeased } from './sweep.queries.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
/** How long an upload is kept until a post or profile references it. */
const UNREFERENCED_MS = 24 * HOUR
/** A removal that has taken longer was interrupted. */
const REMOVAL_MS = MINUTE
/** A file without a row that is older than this does not belong to a running upload. */
const LEFT_OVER_MS = HOUR
const BATCH = 100

type CountFrames = (names: readonly string[]) => Promise<void>

/**
 * Removes unreferenced media and what killed processes left behind. Any number of nodes may sweep concurrently: a row
 * is marked before its removal, and only one node succeeds in marking it.
 * @param isStopped called between removals: whether to stop early
 * @param countFrames called with the names of stored media
 */
export function createSweep(
  db: Database,
  store: MediaStore,
  isStopped = () => false,
  countFrames: CountFrames = async () => undefined,
) {
  async function removeFiles(name: string): Promise<void> {
    await store.remove(name)
    await db.write((transaction) => {
      return queries.deleteRemoved(transaction, name)
    })
  }

  /**
   * Removes the media that `take` can mark. Each has its own transaction, because files are removed in between.
   * @returns false if the rest has to wait, because a backup is copying files, or the server stops
   */
  async function removeEach(
    names: Iterable<string>,
    take: (transaction: Connection, name: string) => Promise<boolean>,
  ): Promise<boolean> {
    for (const name of names) {
      if (isStopped()) return false
      const isTaken = await db.write(async (transaction) => {
        return (await isMediaLeased(transaction, Date.now())) ? null : take(transaction, name)
      })
      if (isTaken === null) return false
      if (isTaken) await removeFiles(name)
    }
    return true
  }

  /** @param names of files that are older than LEFT_OVER_MS */
  async function removeOrphansOf(names: ReadonlySet<string>): Promise<void> {
    const known = await queries.listNamesWithRow(db.read, [...names])
    await removeEach(
      [...names].filter((name) => !known.has(name)),
      queries.claimOrphan,
    )
  }

  /** The source of a video is useless once its conversion has ended. A killed process may have left it. */
  async function removeSourcesOf(names: ReadonlySet<string>): Promise<void> {
    for (const name of await queries.listConverted(db.read, [...names])) await store.remove(sourceName(name))
  }

  return {
    /** Removes what is due, in batches. @param now milliseconds since 1970 */
    async removeDue(now: number): Promise<void> {
      for (let mayContinue = true; mayContinue; ) {
        const stuck = await queries.listStuckRemovals(db.read, now - REMOVAL_MS, BATCH)
        if (stuck.length === 0) break
        mayContinue = await removeEach(stuck, (transaction, name) =>
          queries.reclaimRemoval(transaction, name, now - REMOVAL_MS),
        )
      }
      for (let mayContinue = true; mayContinue; ) {
        const due = await queries.listDue(db.read, now - UNREFERENCED_MS, BATCH)
        if (due.length === 0) break
        mayContinue = await removeEach(due, (transaction, name) =>
          queries.claimUnreferenced(transaction, name, now - UNREFERENCED_MS),
        )
      }
    },

    /**
     * Scans all files for unfinished ones, for files without a row, for sources that are no longer needed, and for
     * pictures of which something is unknown.
     */
    async removeLeftOver(now: number): Promise<void> {
      await store.removeUnfinished(now)
      const names = new Set<string>()
      const sources = new Set<string>()
      const removeSeen = async () => {
        await removeOrphansOf(names)
        await removeSourcesOf(sources)
        await countFrames([...names])
        names.clear()
        sources.clear()
      }
      for await (const { name: file, storedAt } of store.list()) {
        if (isStopped()) return
        if (storedAt >= now - LEFT_OVER_MS) continue
        const name = originalOf(file)
        names.add(name)
        if (file === sourceName(name)) sources.add(name)
        if (names.size >= BATCH) await removeSeen()
      }
      await removeSeen()
    },
  }
}

/** The name of the original: derived files have a second dot and more. */
function originalOf(file: string): string {
  return file.split('.', 2).join('.')
}

export interface SweepSchedule {
  /** Something may have lost its last reference just now. */
  soon(): void
}

interface SweepNeeds {
  readonly db: Database
  readonly store: MediaStore
  readonly clock: JobClock
  readonly countFrames: CountFrames
}

/**
 * Sweeps at the start, every hour, and on request, one sweep at a time. At the start and every hour it also looks at
 * all files.
 */
export function startSweep(app: FastifyInstance, { db, store, clock, countFrames }: SweepNeeds): SweepSchedule {
  const sweep = createSweep(db, store, () => loop.isClosed, countFrames)
  const loop = new Loop({
    ...{ name: 'media', purpose: 'remove unreferenced media', logger: app.log, clock, everyMs: HOUR, gatherMs: 0 },
    async look(isTick) {
      await sweep.removeDue(clock.now())
      if (isTick) await sweep.removeLeftOver(clock.now())
      return NOTHING_MORE
    },
  })
  runWith(app, loop)
  return { soon: () => loop.wake() }
}
