import type { Connection } from '../database.ts'
import { DatabaseFailure } from '../failure.ts'
import { EVERYTHING, type Invalidation } from '../invalidation-log.ts'
import type { SqliteConnection } from './connection.ts'
import type { RowInvalidations } from './invalidations.ts'
import { retryWhileLocked } from './locks.ts'

/** A write that waits for its commit. */
export interface Job {
  /** When it was queued (performance.now()). */
  readonly since: number
  readonly isBackground: boolean
  readonly work: (transaction: Connection) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

/** Runs the jobs and commits. The transaction must be open. */
export async function commitBatch(
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

export function acknowledge(
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

/** Runs one job in a savepoint. Only the queue uses the connection meanwhile, so the connection is the transaction. */
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
