import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../database/database.ts'
import type { Invalidation } from '../database/invalidation-log.ts'
import type { JobClock } from './clock.ts'
import type { Job, JobState } from './job.ts'

/** What a look has found. */
export interface Found {
  /** Whether there is more to do without being woken. */
  readonly isMore: boolean
  /** For how long to rest before that, in milliseconds; 0 by default. */
  readonly restMs?: number
}

export const NOTHING_MORE: Found = { isMore: false }

export interface LoopOptions {
  /** Its label in /metrics: one word. */
  readonly name: string
  /** What it does, for the log: "could not …". */
  readonly purpose: string
  readonly clock: JobClock
  readonly logger: FastifyBaseLogger
  /** How often it looks without being woken: for what a dead node has left, or waits for its time. */
  readonly everyMs: number
  /** For how long it gathers what wakes it, in milliseconds. */
  readonly gatherMs: number
  /** Works on what is due. @param isTick the first time, and whenever `everyMs` have passed */
  readonly look: (isTick: boolean) => Promise<Found>
}

/** How long it waits after a failure; doubled with each further one, up to `everyMs`. */
const RETRY_MS = 1_000

/**
 * The loop of background work: it looks for work at the start, every so often, soon after it is woken, and as long as
 * there is more; one look at a time. A look that fails is repeated. Whatever is woken for must be in the database,
 * because the process may end at any time.
 */
export class Loop implements Job {
  readonly #options: LoopOptions
  readonly #state: { -readonly [Key in keyof JobState]: JobState[Key] } = {
    looks: 0,
    failures: 0,
    seconds: 0,
    succeededAt: 0,
  }
  #stopTicks: () => void = () => undefined
  /** Cancels the look that is scheduled. */
  #cancel: (() => void) | null = null
  #underWay: Promise<void> = Promise.resolve()
  #isLooking = false
  #isTick = true
  /** Whether it was woken since the present look began. */
  #isWoken = false
  #restUntil = 0
  #failures = 0
  #problem = ''
  #phase: 'new' | 'started' | 'closed' = 'new'

  constructor(options: LoopOptions) {
    this.#options = options
  }

  get name(): string {
    return this.#options.name
  }

  get state(): JobState {
    return this.#state
  }

  get isClosed(): boolean {
    return this.#phase === 'closed'
  }

  start(): void {
    const { clock, everyMs } = this.#options
    this.#phase = 'started'
    this.#stopTicks = clock.every(everyMs, () => {
      this.#isTick = true
      this.#schedule(0)
    })
    this.#schedule(0)
  }

  /** There may be work. */
  wake(): void {
    this.#schedule(this.#options.gatherMs)
  }

  /** Begins no further look. @returns when the one under way has ended */
  async close(): Promise<void> {
    this.#phase = 'closed'
    this.#stopTicks()
    this.#cancel?.()
    await this.#underWay
  }

  #schedule(ms: number): void {
    this.#isWoken = true
    if (this.#cancel !== null || this.#isLooking || this.#phase !== 'started') return
    const rest = Math.max(0, this.#restUntil - performance.now())
    this.#cancel = this.#options.clock.after(Math.max(ms, rest), () => {
      this.#cancel = null
      this.#underWay = this.#lookOnce()
    })
  }

  /** Never rejects. */
  async #lookOnce(): Promise<void> {
    if (this.isClosed) return
    this.#isLooking = true
    this.#isWoken = false
    const isTick = this.#isTick
    this.#isTick = false
    const start = performance.now()
    const found = await this.#options.look(isTick).then(
      (result) => {
        this.#failures = 0
        this.#problem = ''
        this.#state.succeededAt = this.#options.clock.now()
        return result
      },
      (error: unknown) => this.#failed(error, isTick),
    )
    this.#isLooking = false
    this.#state.looks++
    this.#state.seconds += (performance.now() - start) / 1_000
    if (found.isMore) this.#restUntil = performance.now() + (found.restMs ?? 0)
    if (found.isMore) this.#schedule(0)
    else if (this.#isWoken) this.#schedule(this.#options.gatherMs)
  }

  /** Warns of the first of equal failures in a row. */
  #failed(error: unknown, isTick: boolean): Found {
    const { logger, purpose, everyMs } = this.#options
    this.#isTick ||= isTick
    if (this.isClosed) return NOTHING_MORE
    this.#state.failures++
    const problem = String(error)
    logger[problem === this.#problem ? 'debug' : 'warn']({ err: error }, `could not ${purpose}`)
    this.#problem = problem
    return { isMore: true, restMs: Math.min(everyMs, RETRY_MS * 2 ** this.#failures++) }
  }
}

/**
 * Calls `notice` after commits that may concern it. A node of PostgreSQL reads what its commits have invalidated later,
 * when a request needs it, so each of its commits may.
 */
export function afterCommits(
  db: Database,
  isOfInterest: (batch: readonly Invalidation[]) => boolean,
  notice: () => void,
) {
  if (db.engine === 'postgres') db.onCommit(notice)
  else
    db.invalidations.listen((batch) => {
      if (isOfInterest(batch)) notice()
    })
}
