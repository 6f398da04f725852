import type { Database } from './database.ts'
import { acknowledge, commitBatch, type Job } from './sqlite-batch.ts'
import type { SqliteConnection } from './sqlite-connection.ts'
import type { RowInvalidations } from './sqlite-invalidations.ts'
import { backOff, isLocked } from './sqlite-locks.ts'

/** Maximum number of writes in one commit, so that none waits long. */
const BATCH_MAX = 64
/** The first commit waits for the end of the turn of the event loop, but no longer than this, in milliseconds. */
const GATHER_MS = 10

interface Needs {
  readonly writer: SqliteConnection
  readonly invalidations: RowInvalidations
  readonly afterCommit: () => void
}

/**
 * Group commit. One transaction runs at a time. Writes that wait meanwhile share the next one, each in its own
 * savepoint, so that a write that throws rolls back only its own changes. All are acknowledged after their commit.
 * @param lockTimeoutMs how long each write waits for a lock of another process
 */
export function createWriteQueue({ writer, invalidations, afterCommit }: Needs, lockTimeoutMs: number) {
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
      afterCommit()
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
