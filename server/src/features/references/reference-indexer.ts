import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { PushClock } from '../push/push-clock.ts'
import { indexReferences } from './index-references.ts'

/** The least time between two steps, in milliseconds. After a longer step, it rests as long as the step took. */
const PACE_MS = 20
/** When it looks again after a failure, or while another node is at work. */
const RETRY_MS = 5_000

interface Needs {
  readonly db: Database
  readonly logger: FastifyBaseLogger
  readonly clock: PushClock
}

/** Stores the references of earlier texts from the start of the server until all are stored. */
export class ReferenceIndexer {
  readonly #needs: Needs
  #stop: () => void = () => undefined
  #step: Promise<void> = Promise.resolve()
  #isBegun = false
  #isClosed = false

  constructor(needs: Needs) {
    this.#needs = needs
  }

  start(): void {
    this.#schedule(0)
  }

  /** Waits for the step under way. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#stop()
    await this.#step
  }

  #schedule(ms: number): void {
    if (this.#isClosed) return
    this.#stop = this.#needs.clock.after(ms, () => {
      this.#step = this.#run()
    })
  }

  /** Never rejects. */
  async #run(): Promise<void> {
    const { db, logger } = this.#needs
    if (this.#isClosed) return
    const start = performance.now()
    try {
      const { isBusy, isMore } = await indexReferences(db)
      this.#log(isBusy, isMore)
      if (isMore) this.#schedule(isBusy ? RETRY_MS : Math.max(PACE_MS, performance.now() - start))
    } catch (error) {
      if (!this.#isClosed) logger.warn({ err: error }, 'could not store hashtags and mentions of earlier texts')
      this.#schedule(RETRY_MS)
    }
  }

  #log(isBusy: boolean, isMore: boolean): void {
    const { logger } = this.#needs
    if (isMore && !isBusy && !this.#isBegun) {
      this.#isBegun = true
      logger.info('storing hashtags and mentions of earlier texts, in the background')
    }
    if (!isMore && this.#isBegun) logger.info('hashtags and mentions of all earlier texts are stored')
  }
}

export function startReferences(app: FastifyInstance, db: Database, clock: PushClock): void {
  const indexer = new ReferenceIndexer({ db, clock, logger: app.log })
  app.addHook('onReady', async () => indexer.start())
  app.addHook('onClose', () => indexer.close())
}
