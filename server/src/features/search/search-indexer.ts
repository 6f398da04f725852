import type { FastifyBaseLogger } from 'fastify'
import { coalesceCalls } from '../../database/coalesce-calls.ts'
import type { Database } from '../../database/database.ts'
import type { Invalidation, Kind } from '../../database/invalidation-log.ts'
import type { PushClock } from '../push/push-clock.ts'
import { hasChanges } from './search-index.queries.ts'
import { indexChanges } from './search-index.ts'

/** How long commits are collected before they are indexed, in milliseconds. */
const GATHER_MS = 50
/** How often a node looks without a commit: for what a dead node has left, or another one was indexing. */
const TICK_MS = 5_000
/** What may come with a change of what is indexed. */
const KINDS: ReadonlySet<Kind> = new Set(['postAdded', 'postRemoved', 'post', 'member', 'everything'])

interface Needs {
  readonly db: Database
  readonly logger: FastifyBaseLogger
  readonly clock: PushClock
}

/** Indexes what has changed, soon after its commit. Every node does; one at a time. */
export class SearchIndexer {
  readonly #needs: Needs
  readonly #look: () => Promise<void>
  #stopLook: (() => void) | null = null
  #stopTicks: () => void = () => undefined
  #isClosed = false

  constructor(needs: Needs) {
    this.#needs = needs
    this.#look = coalesceCalls(() => this.#lookOnce())
    // A node of PostgreSQL reads the invalidations of its commits later, when a request needs them.
    if (needs.db.engine === 'postgres') needs.db.onCommit(() => this.#schedule())
    else needs.db.invalidations.listen((batch) => this.#add(batch))
  }

  start(): void {
    this.#stopTicks = this.#needs.clock.every(TICK_MS, () => void this.#look())
    this.#schedule()
  }

  /** Waits for the batch under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stopTicks()
    this.#stopLook?.()
    await this.#look()
  }

  #add(batch: readonly Invalidation[]): void {
    if (batch.some(([kind]) => KINDS.has(kind))) this.#schedule()
  }

  #schedule(): void {
    if (this.#stopLook !== null || this.#isClosed) return
    this.#stopLook = this.#needs.clock.after(GATHER_MS, () => {
      this.#stopLook = null
      void this.#look()
    })
  }

  /** Never rejects: what failed is looked at again. */
  async #lookOnce(): Promise<void> {
    try {
      while (!this.#isClosed && (await hasChanges(this.#needs.db.primary))) {
        const { hasLock, isMore } = await indexChanges(this.#needs.db)
        if (!hasLock || !isMore) return
      }
    } catch (error) {
      if (!this.#isClosed) this.#needs.logger.warn({ err: error }, 'could not index for search')
    }
  }
}
