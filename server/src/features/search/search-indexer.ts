import type { FastifyBaseLogger } from 'fastify'
import { coalesceCalls } from '../../database/coalesce-calls.ts'
import type { Database } from '../../database/database.ts'
import type { Kind } from '../../database/invalidation-log.ts'
import type { PushClock } from '../push/push-clock.ts'
import { FirstIndexing } from './first-indexing.ts'
import { countWaiting, hasChanges } from './search-index.queries.ts'
import { indexChanges, readShare } from './search-index.ts'

/** How long commits are collected before they are indexed, in milliseconds. */
const GATHER_MS = 200
/** How often a node looks without a commit: for what a dead node has left, or another one was indexing. */
const TICK_MS = 5_000
/**
 * How long it rests after a full batch of changes, as a multiple of what that took. SQLite works on the thread that answers
 * requests.
 */
const RESTS = { sqlite: 9, postgres: 2 } as const
/**
 * How often it makes a step of what existed before, in milliseconds: so that a million posts take less than ten minutes.
 * If a step takes longer, it rests half as long as the step took.
 */
const PACE_MS = { sqlite: 10, postgres: 30 } as const
/** Up to how many changes are counted. */
const COUNTED_MAX = 10_000
/** What may come with a change of what is indexed. */
const KINDS: ReadonlySet<Kind> = new Set(['postAdded', 'postRemoved', 'post', 'member', 'everything'])

interface Needs {
  readonly db: Database
  readonly logger: FastifyBaseLogger
  readonly clock: PushClock
}

/**
 * Indexes what has changed, soon after its commit, and between that what existed before. Every node does, one at a time.
 */
export class SearchIndexer {
  /** For /metrics, as of the last tick. */
  readonly state = { waiting: 0, delayMs: 0, done: 1 }
  readonly #needs: Needs
  readonly #first: FirstIndexing
  readonly #look: () => Promise<void>
  #stopLook: (() => void) | null = null
  #stopTicks: () => void = () => undefined
  #isTick = true
  #isLooking = false
  /** Whether there was a commit while it was looking: its own, or another. */
  #isNoticed = false
  /** No full batch begins before this time. */
  #restUntil = 0
  #isClosed = false

  constructor(needs: Needs) {
    const { db, logger, clock } = needs
    this.#needs = needs
    this.#first = new FirstIndexing(db, logger, clock.now)
    this.#look = coalesceCalls(() => this.#lookAndGoOn())
    // A node of PostgreSQL reads the invalidations of its commits later, when a request needs them.
    if (db.engine === 'postgres') db.onCommit(() => this.#schedule(GATHER_MS))
    else db.invalidations.listen((batch) => batch.some(([kind]) => KINDS.has(kind)) && this.#schedule(GATHER_MS))
  }

  start(): void {
    this.#stopTicks = this.#needs.clock.every(TICK_MS, () => {
      this.#isTick = true
      this.#schedule(0)
    })
    this.#schedule(0)
  }

  /** Waits for the batch under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopTicks()
    this.#stopLook?.()
    await this.#look()
  }

  #schedule(ms: number): void {
    this.#isNoticed = true
    if (this.#stopLook !== null || this.#isLooking || this.#isClosed) return
    const rest = Math.max(0, this.#restUntil - performance.now())
    this.#stopLook = this.#needs.clock.after(Math.max(ms, rest), () => {
      this.#stopLook = null
      void this.#look()
    })
  }

  async #lookAndGoOn(): Promise<void> {
    this.#isLooking = true
    this.#isNoticed = false
    const isMore = await this.#lookOnce()
    this.#isLooking = false
    if (isMore || this.#isNoticed) this.#schedule(isMore ? 0 : GATHER_MS)
  }

  /** Never rejects: what failed is looked at again. @returns whether there is more to do, for this node */
  async #lookOnce(): Promise<boolean> {
    const { db, logger } = this.#needs
    if (this.#isClosed) return false
    const start = performance.now()
    try {
      if (this.#isTick) await this.#tick()
      const changes = (await hasChanges(db.primary)) ? await indexChanges(db) : null
      const isMore = changes?.isMore || (!this.#isClosed && (await this.#first.step()))
      if (changes?.isBusy || !isMore) return false
      const took = performance.now() - start
      const rest = changes?.isMore ? took * RESTS[db.engine] : Math.max(PACE_MS[db.engine] - took, took / 2)
      this.#restUntil = performance.now() + rest
      return true
    } catch (error) {
      if (!this.#isClosed) logger.warn({ err: error }, 'could not index for search')
      return false
    }
  }

  async #tick(): Promise<void> {
    const { db, clock } = this.#needs
    this.#isTick = false
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
