import type { Connection, Database } from './database.ts'
import { DatabaseFailure } from './failure.ts'
import { EVERYTHING, type Invalidation } from './invalidation-log.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { RowInvalidations } from './sqlite-invalidations.ts'
import { backOff, isLocked, retryWhileLocked } from './sqlite-locks.ts'

/** Writes that arrive while one commit runs share the next; this many at most, so that none waits long. */
const BATCH_MAX = 64
/** How long a turn of the event loop may keep the first commit waiting, in milliseconds: under load it can be long. */
const GATHER_MS = 10

interface Job {
  /** When it came, as of performance.now(). */
  readonly since: number
  readonly work: (transaction: Connection) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Group commit. One transaction at a time; those that wait meanwhile go into the next one together, each in a savepoint
 * of its own, so that a refusal takes back its own writes alone. All are acknowledged after the commit they share.
 * @param lockTimeoutMs how long each waits for a lock that another process has, in milliseconds
 */
export function createWriteQueue(writer: SqliteConnection, invalidations: RowInvalidations, lockTimeoutMs: number) {
  let waiting: Job[] = []
  let running: Promise<void> | null = null
  let gathering = { since: 0, end: () => {} }
  let [writes, batches] = [0, 0]
  let isWriting = false

  const write: Database['write'] = (work) =>
    new Promise((resolve, reject) => {
      const since = performance.now()
      waiting.push({ since, work, resolve: resolve as Job['resolve'], reject })
      running ??= run()
      if (since - gathering.since > GATHER_MS) gathering.end()
    })

  async function run() {
    // Requests read in the same turn of the event loop share the first commit too.
    const turn = Promise.withResolvers<void>()
    gathering = { since: performance.now(), end: turn.resolve }
    setImmediate(turn.resolve)
    await turn.promise
    while (waiting.length > 0) {
      if (!(await begin())) continue
      const batch = take(BATCH_MAX)
      writes += batch.length
      batches++
      const outcomes = await commit(writer, invalidations, batch, lockTimeoutMs)
      // Before anyone is told: whoever goes on reads what is committed.
      isWriting = false
      acknowledge(batch, outcomes, invalidations)
    }
    running = null
  }

  /**
   * Opens the transaction. While another process has the lock, reads go on, and those who have waited too long are told.
   * @returns false where it could not be opened, and whoever was to be in it has been told
   */
  async function begin(): Promise<boolean> {
    for (let attempt = 1; ; attempt++) {
      try {
        writer.run('begin immediate')
        // From here on the connection sees what is not committed.
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
    /** Whether the connection is in a transaction, and sees what is not committed. */
    isWriting: () => isWriting,
    stats: () => ({ writes_waiting: waiting.length, writes_total: writes, commits_total: batches }),
    async drain() {
      while (running) await running
    },
  }
}

/** The transaction is open. */
async function commit(
  writer: SqliteConnection,
  invalidations: RowInvalidations,
  batch: readonly Job[],
  lockTimeoutMs: number,
): Promise<Outcome[] | Failure> {
  const outcomes: Outcome[] = []
  try {
    for (const job of batch) outcomes.push(await attempt(writer, invalidations, job))
    // A commit that meets a lock leaves the transaction open, to be committed again.
    await retryWhileLocked(lockTimeoutMs, () => writer.run('commit'))
  } catch (reason) {
    // A full disk or a broken file ends the transaction by itself; then there is nothing left to take back.
    try {
      writer.run('rollback')
    } catch {}
    return new Failure(reason)
  }
  return outcomes
}

function acknowledge(batch: readonly Job[], outcomes: readonly Outcome[] | Failure, { log }: RowInvalidations): void {
  if (outcomes instanceof Failure) {
    log.add(EVERYTHING)
    for (const job of batch) job.reject(outcomes.reason)
    return
  }
  for (const { invalidated } of outcomes) log.add(invalidated)
  for (const { settle } of outcomes) settle()
}

/** Of a whole commit: whether anything of it is on the disk is for the engine to say. */
class Failure {
  readonly reason: unknown

  constructor(reason: unknown) {
    this.reason = reason
  }
}

interface Outcome {
  /** By what the job changed; nothing when all of it was taken back. */
  readonly invalidated: readonly Invalidation[]
  /** Tells its caller, once the batch is durable. */
  readonly settle: () => void
}

/** Runs one job in its savepoint. Nobody but the queue has this connection, so it stands for the transaction. */
async function attempt({ kysely, run }: SqliteConnection, invalidations: RowInvalidations, job: Job): Promise<Outcome> {
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
      // A full disk has made the engine give up the transaction, savepoints and all: that is what everyone is told.
      throw reason instanceof DatabaseFailure ? reason : error
    }
    return { invalidated: [], settle: () => job.reject(reason) }
  }
}
