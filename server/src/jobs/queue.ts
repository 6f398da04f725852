import type { FastifyBaseLogger } from 'fastify'
import type { Connection, Database } from '../database/database.ts'
import type { JobClock } from './clock.ts'
import type { Job, JobState } from './job.ts'
import { type Found, Loop, NOTHING_MORE } from './loop.ts'
import { type Owned, Turns } from './turns.ts'

export interface Due {
  readonly now: number
  /** Whose rows are left out. */
  readonly except: readonly number[]
  readonly limit: number
}

export interface Claim<Key> {
  readonly keys: readonly Key[]
  readonly now: number
  /** Until when no other node gets them. */
  readonly until: number
}

/** A row that this node has claimed. */
export interface Claimed<Key> {
  readonly key: Key
  /** Runs before this one that failed. */
  readonly attempts: number
}

/** A run that has to be repeated. */
export interface Later {
  readonly kind: 'later'
  readonly problem: string
  /** The wait that the far side asks for, in milliseconds. */
  readonly afterMs?: number | null
  /** It is no fault of this row: no other is begun for so long. */
  readonly pauseMs?: number
}

/** `done`: the run has ended its claim. `never`: it would fail again. */
export type Outcome = { readonly kind: 'done' } | Later | { readonly kind: 'never'; readonly problem: string }

export const DONE: Outcome = { kind: 'done' }

export interface Progress {
  readonly dueAt: number
  readonly attempts: number
  readonly problem: string
}

/**
 * Work on rows of a table, one run for each. A run may be repeated although it has succeeded, if the node dies before
 * it says so. The queries of a row may be late: it may be gone, or another node may have it.
 */
export interface QueueJob<Waiting extends Owned, Row extends Claimed<Waiting['key']>> {
  /** Its label in /metrics: one word. */
  readonly name: string
  /** What it does, for the log: "could not …". */
  readonly purpose: string
  /** As of a Loop. */
  readonly everyMs: number
  readonly gatherMs: number
  /** Runs of a node at the same time. */
  readonly atOnce: number
  /** How long a claim is valid: after so long, another node takes over from one that has died. */
  readonly claimMs: number
  /** The first look at claims after this time aborts the signal of a run; the next one leaves the run to itself. */
  readonly longestMs: number
  /** How long runs may go on when the server stops, before their signals are aborted; 0 by default. */
  readonly stopMs?: number
  /** Called before each look for rows. */
  readonly before?: (isTick: boolean) => Promise<void>
  /** Rows that are due and that no node has claimed, those that have waited longest first. */
  readonly due: (db: Connection, due: Due) => Promise<readonly Waiting[]>
  /** Claims those of the rows that are still due. */
  readonly claim: (transaction: Connection, claim: Claim<Waiting['key']>) => Promise<readonly Row[]>
  /**
   * Renews claims that have not been ended. Without it, `claimMs` is longer than a run can take, or a run renews its
   * claim.
   */
  readonly renew?: (transaction: Connection, claim: Claim<Waiting['key']>) => Promise<unknown>
  /** Whether a row may be run now. `free` is called when its run has ended, and if nothing comes of it. */
  readonly take?: (row: Waiting) => boolean
  readonly free?: (row: Waiting) => void
  /** @param signal aborted when the server stops, and when the run has taken too long */
  readonly run: (row: Row, signal: AbortSignal) => Promise<Outcome>
  /** How long a row waits after a failure, in milliseconds. Null: it is given up. */
  readonly backOff: (row: Row, later: Later) => number | null
  /** Ends a claim: the row is due at this time. */
  readonly postpone: (transaction: Connection, row: Row, progress: Progress) => Promise<unknown>
  /** Ends a claim: the row is not tried again. */
  readonly giveUp: (transaction: Connection, row: Row, problem: string) => Promise<unknown>
  /** What the log may tell of a row. */
  readonly about?: (row: Row) => object
}

interface Needs {
  readonly db: Database
  readonly clock: JobClock
  readonly logger: FastifyBaseLogger
}

interface Run<Key> {
  readonly key: Key
  /** By `clock.elapsed`. */
  readonly startedAt: number
  readonly aborter: AbortController
  /** Resolves when nobody waits for it any more. */
  readonly left: PromiseWithResolvers<Outcome>
}

/** When it looks again after other nodes were faster, in milliseconds. */
const RACE_MS = 100
/** How long a stopping node waits for runs whose signals are aborted, in milliseconds. */
const LEAVE_MS = 2_000
/** Doubled with each failure. */
const BACKOFF_MS = 60_000

/** The usual back-off: a minute, doubled with each failure up to a maximum. */
export function doubling({ attempts }: Pick<Claimed<unknown>, 'attempts'>, longestMs: number): number {
  return Math.min(BACKOFF_MS * 2 ** attempts, longestMs)
}

/**
 * The queue of background work. The rows are in tables of the features, so they survive a restart, and every node works
 * on them: a row is claimed, run, and its claim ended. A node that dies in between leaves a claim, which expires.
 */
export class Queue<Waiting extends Owned, Row extends Claimed<Waiting['key']>> implements Job {
  readonly name: string
  readonly #job: QueueJob<Waiting, Row>
  readonly #needs: Needs
  readonly #loop: Loop
  readonly #turns = new Turns<Waiting>()
  readonly #runs = new Map<Run<Waiting['key']>, Promise<void>>()
  readonly #counts = { ended: 0, failed: 0 }
  #stopWatching: () => void = () => undefined
  /** Nothing is begun before this time, by `clock.elapsed`. */
  #pausedUntil = Number.NEGATIVE_INFINITY

  constructor(job: QueueJob<Waiting, Row>, needs: Needs) {
    const { name, purpose, everyMs, gatherMs } = job
    const { clock, logger } = needs
    this.name = name
    this.#job = job
    this.#needs = needs
    const look = (isTick: boolean) => this.#look(isTick)
    this.#loop = new Loop({ name, purpose, everyMs, gatherMs, clock, logger, look })
  }

  get state(): JobState {
    return { ...this.#loop.state, runs: { ...this.#counts, underWay: this.#runs.size } }
  }

  get isClosed(): boolean {
    return this.#loop.isClosed
  }

  start(): void {
    this.#loop.start()
    this.#stopWatching = this.#needs.clock.every(this.#job.claimMs / 3, () => void this.#watch())
  }

  /** There may be rows that are due. */
  wake(): void {
    this.#loop.wake()
  }

  /** Begins no further run. What runs is ended, and given back: it is due at once, and its attempt does not count. */
  async close(): Promise<void> {
    const { stopMs = 0 } = this.#job
    await this.#loop.close()
    const abort = () => {
      for (const { aborter } of this.#runs.keys()) aborter.abort(new Error('The server stops.'))
    }
    const { after } = this.#needs.clock
    const timers = [
      after(stopMs, abort),
      after(stopMs + LEAVE_MS, () => {
        for (const run of this.#runs.keys()) leave(run, 'The server stops.')
      }),
    ]
    await Promise.all(this.#runs.values())
    for (const cancel of timers) cancel()
    this.#stopWatching()
  }

  async #look(isTick: boolean): Promise<Found> {
    const { before, due, claim, claimMs, atOnce, take = () => true, free } = this.#job
    const { db, clock } = this.#needs
    await before?.(isTick)
    const [now, limit] = [clock.now(), atOnce - this.#runs.size]
    if (this.isClosed || limit <= 0 || clock.elapsed() < this.#pausedUntil) return NOTHING_MORE
    // The claim of a run may have expired, say because the clock was put forward.
    const running = new Set(Array.from(this.#runs.keys(), ({ key }) => key))
    const taken = new Map<Waiting['key'], Waiting>()
    let rows: readonly Row[] = []
    try {
      await this.#turns.choose({
        limit,
        list: (except, most) => due(db.primary, { now, except, limit: most }),
        take: (row) =>
          !running.has(row.key) && !taken.has(row.key) && take(row) && taken.set(row.key, row) !== undefined,
      })
      if (taken.size === 0) return NOTHING_MORE
      rows = await db.write((transaction) => claim(transaction, { keys: [...taken.keys()], now, until: now + claimMs }))
    } finally {
      const claimed = new Set(rows.map(({ key }) => key))
      for (const row of taken.values()) if (!claimed.has(row.key)) free?.(row)
    }
    for (const row of rows) this.#begin(row, taken.get(row.key))
    // Other nodes have been faster, but there may be more than they took.
    return rows.length < taken.size ? { isMore: true, restMs: RACE_MS } : NOTHING_MORE
  }

  #begin(row: Row, waiting: Waiting | undefined): void {
    const { clock } = this.#needs
    const left = Promise.withResolvers<Outcome>()
    const run = { key: row.key, startedAt: clock.elapsed(), aborter: new AbortController(), left }
    const done = this.#run(run, row).finally(() => {
      this.#runs.delete(run)
      if (waiting) this.#job.free?.(waiting)
      // There may be more that waits.
      this.wake()
    })
    this.#runs.set(run, done)
  }

  /** Never rejects. */
  async #run({ aborter: { signal }, left }: Run<unknown>, row: Row): Promise<void> {
    try {
      await this.#settle(row, await Promise.race([this.#outcomeOf(row, signal), left.promise]))
    } catch (error) {
      // The claim expires.
      this.#warn(error, row)
    }
  }

  /** Never rejects, so that nobody has to wait for it. */
  async #outcomeOf(row: Row, signal: AbortSignal): Promise<Outcome> {
    // It was claimed while the server was told to stop.
    if (this.isClosed) return later('The server stops.')
    try {
      return await this.#job.run(row, signal)
    } catch (error) {
      if (!signal.aborted) this.#warn(error, row)
      return later(error instanceof Error ? error.message : String(error))
    }
  }

  #warn(error: unknown, row: Row): void {
    const { purpose, about } = this.#job
    this.#needs.logger.warn({ err: error, job: this.name, ...about?.(row) }, `could not ${purpose}`)
  }

  async #settle(row: Row, outcome: Outcome): Promise<void> {
    const { purpose, postpone, giveUp, backOff, about } = this.#job
    const { db, clock, logger } = this.#needs
    if (outcome.kind === 'later' && this.isClosed) {
      const progress = { dueAt: clock.now(), attempts: row.attempts, problem: outcome.problem }
      await db.write((transaction) => postpone(transaction, row, progress))
      return
    }
    this.#counts.ended++
    if (outcome.kind === 'done') {
      this.#pausedUntil = Number.NEGATIVE_INFINITY
      return
    }
    this.#counts.failed++
    const { problem } = outcome
    if (outcome.kind === 'later' && outcome.pauseMs) this.#pausedUntil = clock.elapsed() + outcome.pauseMs
    const waitMs = outcome.kind === 'later' ? backOff(row, outcome) : null
    if (waitMs === null) {
      logger.warn({ job: this.name, ...about?.(row), problem }, `could not ${purpose}: given up`)
      await db.write((transaction) => giveUp(transaction, row, problem))
      return
    }
    const progress = { dueAt: clock.now() + waitMs, attempts: row.attempts + 1, problem }
    await db.write((transaction) => postpone(transaction, row, progress))
  }

  /** Renews claims, and ends runs that take too long. Never rejects. */
  async #watch(): Promise<void> {
    const { renew, claimMs, longestMs, purpose } = this.#job
    const { db, clock, logger } = this.#needs
    const [now, elapsed] = [clock.now(), clock.elapsed()]
    const keys: Waiting['key'][] = []
    for (const run of this.#runs.keys()) {
      if (elapsed < run.startedAt + longestMs) keys.push(run.key)
      else if (run.aborter.signal.aborted) leave(run, 'It took too long.')
      else run.aborter.abort(new Error('It took too long.'))
    }
    if (!renew || keys.length === 0) return
    await db
      .write((transaction) => renew(transaction, { keys, now, until: now + claimMs }))
      .catch((error: unknown) => logger.warn({ err: error, job: this.name }, `could not go on to ${purpose}`))
  }
}

const later = (problem: string): Later => ({ kind: 'later', problem })

/** Waits for a run no more. */
function leave({ left }: Run<unknown>, problem: string): void {
  left.resolve(later(problem))
}
