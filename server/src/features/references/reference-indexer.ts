import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { JobClock } from '../../jobs/clock.ts'
import { runWith } from '../../jobs/job.ts'
import { type Found, Loop } from '../../jobs/loop.ts'
import { indexReferences } from './index-references.ts'

/** The least time between two steps, in milliseconds. After a longer step, it rests as long as the step took. */
const PACE_MS = 20
/** How often it looks whether there is something to do, or another node has left something. */
const TICK_MS = 30_000
/** When it looks again while another node is at work. */
const BUSY_MS = 5_000

interface Needs {
  readonly db: Database
  readonly logger: FastifyBaseLogger
  readonly clock: JobClock
}

/** Stores the references of earlier texts until all are stored. */
export class ReferenceIndexer {
  readonly loop: Loop
  readonly #needs: Needs
  #isBegun = false

  constructor(needs: Needs) {
    const { logger, clock } = needs
    this.#needs = needs
    const words = { name: 'references', purpose: 'store hashtags and mentions of earlier texts' }
    this.loop = new Loop({ ...words, logger, clock, everyMs: TICK_MS, gatherMs: 0, look: () => this.#look() })
  }

  async #look(): Promise<Found> {
    const start = performance.now()
    const { isBusy, isMore } = await indexReferences(this.#needs.db)
    this.#log(isBusy, isMore)
    return { isMore, restMs: isBusy ? BUSY_MS : Math.max(PACE_MS, performance.now() - start) }
  }

  #log(isBusy: boolean, isMore: boolean): void {
    const { logger } = this.#needs
    if (isMore && !isBusy && !this.#isBegun) {
      this.#isBegun = true
      logger.info('storing hashtags and mentions of earlier texts, in the background')
    }
    if (!isMore && this.#isBegun) {
      this.#isBegun = false
      logger.info('hashtags and mentions of all earlier texts are stored')
    }
  }
}

export function startReferences(app: FastifyInstance, db: Database, clock: JobClock): void {
  runWith(app, new ReferenceIndexer({ db, clock, logger: app.log }).loop)
}
