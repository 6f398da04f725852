import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { Invalidation, Kind } from '../../database/invalidation-log.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { afterCommits, type Found, Loop, NOTHING_MORE } from '../../jobs/loop.ts'
import { FirstIndexing } from './first-indexing.ts'
import { countWaiting, hasChanges } from './search-index.queries.ts'
import { indexChanges, readShare } from './search-index.ts'

/** How long commits are collected before they are indexed, in milliseconds. */
const GATHER_MS = 200
/** How often a node looks without a commit: for what a dead node has left, or another one was indexing. */
const TICK_MS = 5_000
/**
 * How long it rests after a full batch of changes, as a multiple of what that took. SQLite works on the thread that
 * answers requests.
 */
const RESTS = { sqlite: 9, postgres: 2 } as const
/**
 * How often it makes a step of what existed before, in milliseconds: so that a million posts can take less than ten
 * minutes. If a step takes longer, it rests half as long as the step took.
 */
const PACE_MS = { sqlite: 10, postgres: 30 } as const
/** Up to how many changes are counted. */
const COUNTED_MAX = 10_000
/** What may come with a change of what is indexed. */
const KINDS: ReadonlySet<Kind> = new Set(['postAdded', 'postRemoved', 'post', 'member', 'everything'])

interface Needs {
  readonly db: Database
  readonly logger: FastifyBaseLogger
  readonly clock: JobClock
}

/** Indexes what has changed, soon after its commit, and between that what existed before. Every node does. */
export class SearchIndexer {
  readonly loop: Loop
  /** For /metrics, as of the last tick. */
  readonly state = { waiting: 0, delayMs: 0, done: 1 }
  readonly #needs: Needs
  readonly #first: FirstIndexing

  constructor(needs: Needs) {
    const { db, logger, clock } = needs
    this.#needs = needs
    const look = (isTick: boolean) => this.#look(isTick)
    const words = { name: 'search', purpose: 'index for search' }
    this.loop = new Loop({ ...words, logger, clock, everyMs: TICK_MS, gatherMs: GATHER_MS, look })
    this.#first = new FirstIndexing(db, logger, clock.now)
    const isOfInterest = (batch: readonly Invalidation[]) => batch.some(([kind]) => KINDS.has(kind))
    afterCommits(db, isOfInterest, () => this.loop.wake())
  }

  async #look(isTick: boolean): Promise<Found> {
    const { db } = this.#needs
    const start = performance.now()
    if (isTick) await this.#tick()
    const changes = (await hasChanges(db.primary)) ? await indexChanges(db) : null
    const isMore = changes?.isMore || (!this.loop.isClosed && (await this.#first.step()))
    if (changes?.isBusy || !isMore) return NOTHING_MORE
    const took = performance.now() - start
    return { isMore, restMs: changes?.isMore ? took * RESTS[db.engine] : Math.max(PACE_MS[db.engine] - took, took / 2) }
  }

  async #tick(): Promise<void> {
    const { db, clock } = this.#needs
    this.#first.watch()
    const { count, oldest } = await countWaiting(db.primary, COUNTED_MAX)
    const done = await readShare(db.primary)
    Object.assign(this.state, {
      waiting: count,
      delayMs: oldest === null ? 0 : Math.max(0, clock.now() - oldest),
      done,
    })
  }
}
