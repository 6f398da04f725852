import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import { indexEarlier, isDone, isSame, type Position, readPosition, readShare } from './search-index.ts'

const LOG_MS = 60_000
/**
 * SQLite indexes on the thread that answers requests. So a step has about as many rows as it indexes in this time, in
 * milliseconds, within the limits of ROWS.
 */
const SQLITE_WORK_MS = 1.2
const ROWS = { first: 25, least: 20, most: 200 } as const

/**
 * Indexes what existed before the index, the newest first, in steps. The position is stored with each step, so it
 * survives a restart. One node makes the steps; the others watch whether the position moves, and continue if it does
 * not.
 */
export class FirstIndexing {
  readonly #db: Database
  readonly #logger: FastifyBaseLogger
  readonly #now: () => number
  /** As this node has last seen or written it. */
  #position: Position | null = null
  #isActive = false
  #isWatching = true
  #rows: number = ROWS.first
  #startedAt = 0
  #loggedAt = 0

  constructor(db: Database, logger: FastifyBaseLogger, now: () => number) {
    this.#db = db
    this.#logger = logger
    this.#now = now
  }

  /** The next step looks whether there is something to do. */
  watch(): void {
    this.#isWatching = true
  }

  /** @returns whether this node has more to do */
  async step(): Promise<boolean> {
    if (!this.#isActive) await this.#look()
    if (!this.#isActive || !this.#position) return false
    const rows = this.#db.engine === 'sqlite' ? this.#rows : undefined
    const { isBusy, isMore, position, workMs } = await indexEarlier(this.#db, this.#position, rows)
    // Another node indexes changes.
    if (!position) return true
    this.#position = position
    this.#isActive = !isBusy && isMore
    if (!isBusy) {
      this.#adapt(workMs)
      await this.#log(isMore)
    }
    return this.#isActive
  }

  /** A single slow transaction changes little, because the thread may not have had its processor. */
  #adapt(workMs: number): void {
    const change = Math.min(1.1, Math.max(0.8, SQLITE_WORK_MS / workMs))
    this.#rows = Math.min(ROWS.most, Math.max(ROWS.least, Math.round(this.#rows * change)))
  }

  async #look(): Promise<void> {
    if (!this.#isWatching) return
    this.#isWatching = false
    const position = await readPosition(this.#db.primary)
    const isMoving = this.#position !== null && !isSame(position, this.#position)
    this.#position = position
    this.#isActive = !isDone(position) && !isMoving
    if (!this.#isActive) return
    this.#startedAt = this.#loggedAt = this.#now()
    this.#logger.info('indexing earlier posts and members for search, in the background')
  }

  async #log(isMore: boolean): Promise<void> {
    const now = this.#now()
    if (!isMore) {
      const seconds = Math.round((now - this.#startedAt) / 1_000)
      this.#logger.info({ seconds }, 'all earlier posts and members are indexed for search')
    } else if (now - this.#loggedAt >= LOG_MS) {
      this.#loggedAt = now
      const done = Number((await readShare(this.#db.primary)).toFixed(3))
      this.#logger.info({ done }, 'indexing earlier posts for search')
    }
  }
}
