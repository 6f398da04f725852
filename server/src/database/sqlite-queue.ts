import type { Connection, Database } from './database.ts'
import { DatabaseFailure } from './failure.ts'
import { EVERYTHING, type Invalidation } from './invalidation-log.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { RowInvalidations } from './sqlite-invalidations.ts'
import { backOff, isLocked, retryWhileLocked } from './sqlite-locks.ts'

/** Maximum number of writes in one commit, so that none waits long. */
const BATCH_MAX = 64
/** The first commit waits for the end of the turn of the event loop, but no longer than this, in milliseconds. */
const GATHER_MS = 10

interface Job {
  /** When it was queued (performance.now()). */
  readonly since: number
  readonly work: (transaction: Connection) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Group commit. One transaction runs at a time. Writes that wait meanwhile share the next one, each in its own
 * savepoint, so that a write that throws rolls back only its own changes. All are acknowledged after their commit.
 * @param lockTimeoutMs how long each write waits for a lock of another process
 */
export function createWriteQueue(writer: SqliteConnection, invalidations: RowInvalidations, lockTimeoutMs: number) {
  let waiting: Job[] = []
  /** These begin no transaction themselves until the timer ends. */
  let patient: Job[] = []
  let patience: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let gathering = { since: 0, end: () => {} }
  let [writes, batches] = [0, 0]
  let isWriting = false

  const write: Database['write'] = (work, { patienceMs = 0 } = {}) =>
    new Promise((resolve, reject) => {
      const since = performance.now()
      const job: Job = { since, work, resolve: resolve as Job['resolve'], reject }
      if (patienceMs > 0) {
        patient.push(job)
        patience ??= setTimeout(endPatience, patienceMs)
        return
      }
      waiting.push(job)
      running ??= run()
      if (since - gathering.since > GATHER_MS) gathering.end()
    })

  function endPatience(): void {
    waiting.push(...takePatient())
    if (waiting.length > 0) running ??= run()
  }

  function takePatient(): Job[] {
    if (patience) clearTimeout(patience)
    patience = null
    const taken = patient
    patient = []
    return taken
  }

  async function run() {
    // Requests that arrive in the same turn of the event loop share the first commit too.
    const turn = Promise.withResolvers<void>()
    gathering = { since: performance.now(), end: turn.resolve }
    setImmediate(turn.resolve)
    await turn.promise
    while (waiting.length > 0) {
      if (!(await begin())) continue
      const batch = [...take(BATCH_MAX), ...takePatient()]
      writes += batch.length
      batches++
      const outcomes = await commitBatch(writer, invalidations, batch, lockTimeoutMs)
      // Reset before the writes are acknowledged, because their callers may read next.
      isWriting = false
      acknowledge(batch, outcomes, invalidations)
    }
    running = null
  }

  /**
   * Opens the transaction. While another process holds the lock, it waits, and rejects writes that have timed out.
   * @returns false if it could not be opened; its writes have been rejected
   */
  async function begin(): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        writer.run('begin immediate')
        // From now on the connection sees uncommitted rows.
        isWriting = true
        return true
      } catch (reason) {
        const failed = isLocked(reason) ? take(countOverdue()) : take(BATCH_MAX)
        for (const job of failed) job.reject(reason)
        const [oldest] = waiting
        if (!isLocked(reason) || !oldest) return false
        await backOff(attempt, oldest.since + lockTimeoutMs)
      }
    }
  }

  function countOverdue(): number {
    const now = performance.now()
    const inTime = waiting.findIndex(({ since }) => now - since < lockTimeoutMs)
    return inTime === -1 ? waiting.length : inTime
  }

  function take(count: number): Job[] {
    const taken = waiting.slice(0, count)
    waiting = waiting.slice(count)
    return taken
  }

  return {
    write,
    /** Whether the connection is in a transaction, and so sees uncommitted rows. */
    isWriting: () => isWriting,
    stats: () => ({ writes_waiting: waiting.length + patient.length, writes_total: writes, commits_total: batches }),
    async drain() {
      endPatience()
      while (running) await running
    },
  }
}

/** Runs the jobs and commits. The transaction must be open. */
async function commitBatch(
  writer: SqliteConnection,
  invalidations: RowInvalidations,
  batch: readonly Job[],
  lockTimeoutMs: number,
): Promise<Outcome[] | FailedBatch> {
  const outcomes: Outcome[] = []
  try {
    for (const job of batch) outcomes.push(await runJob(writer, invalidations, job))
    // If the file is locked, the transaction stays open, and the commit can be repeated.
    await retryWhileLocked(lockTimeoutMs, () => writer.run('commit'))
  } catch (reason) {
    // SQLite itself rolls back on a full disk or an I/O error. Then this rollback fails.
    try {
      writer.run('rollback')
    } catch {}
    return new FailedBatch(reason)
  }
  return outcomes
}

function acknowledge(
  batch: readonly Job[],
  outcomes: readonly Outcome[] | FailedBatch,
  { log }: RowInvalidations,
): void {
  if (outcomes instanceof FailedBatch) {
    log.add(EVERYTHING)
    for (const job of batch) job.reject(outcomes.reason)
    return
  }
  for (const { invalidated } of outcomes) log.add(invalidated)
  for (const { settle } of outcomes) settle()
}

/** The transaction failed. Whether it is on the disk is unknown. */
class FailedBatch {
  readonly reason: unknown

  constructor(reason: unknown) {
    this.reason = reason
  }
}

interface Outcome {
  /** The job's invalidations; empty if it was rolled back. */
  readonly invalidated: readonly Invalidation[]
  /** Settles the caller's promise. Called once the batch is durable. */
  readonly settle: () => void
}

/** Runs one job in a savepoint. Only the queue uses this connection, so the connection is the transaction. */
async function runJob({ kysely, run }: SqliteConnection, invalidations: RowInvalidations, job: Job): Promise<Outcome> {
  run('savepoint job')
  try {
    const value = await job.work(kysely)
    run('release job')
    return { invalidated: invalidations.take(), settle: () => job.resolve(value) }
  } catch (reason) {
    invalidations.take()
    try {
      run('rollback to job')
      run('release job')
    } catch (error) {
      // On a full disk SQLite has rolled back the whole transaction, so the savepoint is gone. All jobs of the batch
      // fail with that error.
      throw reason instanceof DatabaseFailure ? reason : error
    }
    return { invalidated: [], settle: () => job.reject(reason) }
  }
}
