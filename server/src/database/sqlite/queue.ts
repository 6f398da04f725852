import { performance } from 'node:perf_hooks'
import type { Database } from '../database.ts'
import { acknowledge, commitBatch, type Job } from './batch.ts'
import type { SqliteConnection } from './connection.ts'
import type { RowInvalidations } from './invalidations.ts'
import { backOff, isLocked } from './locks.ts'

/** Maximum number of writes of requests in one commit, so that none waits long. Background writes come on top. */
const BATCH_MAX = 64
/** The first commit waits for the end of the turn of the event loop, but no longer than this, in milliseconds. */
const GATHER_MS = 10

/** For so long at most a background write waits until there is nothing else to do, in milliseconds. */
const BACKGROUND_MS = 100

interface Needs {
  readonly writer: SqliteConnection
  readonly invalidations: RowInvalidations
  /** Whether a read waits for its turn. */
  readonly isReading: () => boolean
  readonly afterCommit: () => void
}

/**
 * Group commit. One transaction runs at a time. Writes that wait meanwhile share the next one, each in its own
 * savepoint, so that a write that throws rolls back only its own changes. All are acknowledged after their commit.
 * Background writes let requests go first, and have commits of their own, unless they have waited long.
 * @param lockTimeoutMs how long each write waits for a lock of another process
 */
export function createWriteQueue({ writer, invalidations, isReading, afterCommit }: Needs, lockTimeoutMs: number) {
  let waiting: Job[] = []
  let inBackground: Job[] = []
  let running: Promise<void> | null = null
  let gathering = { since: 0, end: () => {} }
  let [writes, batches] = [0, 0]
  let isWriting = false

  const write: Database['write'] = (work, { isBackground = false } = {}) =>
    new Promise((resolve, reject) => {
      const since = performance.now()
      const job: Job = { since, isBackground, work, resolve: resolve as Job['resolve'], reject }
      ;(isBackground ? inBackground : waiting).push(job)
      running ??= run()
      if (!isBackground && since - gathering.since > GATHER_MS) gathering.end()
    })

  async function run() {
    // Requests that arrive in the same turn of the event loop share the first commit too.
    const turn = Promise.withResolvers<void>()
    gathering = { since: performance.now(), end: turn.resolve }
    setImmediate(turn.resolve)
    await turn.promise
    while (waiting.length + inBackground.length > 0) {
      if (waiting.length === 0)
        await untilIdle(isReading, () => waiting.length > 0 || inBackground.some(isOlderThan(BACKGROUND_MS)))
      const batch = await begin()
      if (batch.length === 0) continue
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
   * Opens the transaction of the next batch. While another process holds the lock, it waits, and rejects writes that
   * have timed out.
   * @returns no jobs if it could not be opened; then they have been rejected
   */
  async function begin(): Promise<readonly Job[]> {
    for (let attempt = 1; ; attempt++) {
      const batch = nextBatch()
      try {
        writer.setDurable(batch.some(({ isBackground }) => !isBackground))
        writer.run('begin immediate')
        // From now on the connection sees uncommitted rows.
        isWriting = true
        remove(batch)
        return batch
      } catch (reason) {
        const failed = isLocked(reason) ? [...waiting, ...inBackground].filter(isOlderThan(lockTimeoutMs)) : batch
        remove(failed)
        for (const job of failed) job.reject(reason)
        const oldest = waiting[0] ?? inBackground[0]
        if (!isLocked(reason) || !oldest) return []
        await backOff(attempt, oldest.since + lockTimeoutMs)
      }
    }
  }

  function nextBatch(): readonly Job[] {
    if (waiting.length === 0) return inBackground
    return [...waiting.slice(0, BATCH_MAX), ...inBackground.filter(isOlderThan(BACKGROUND_MS))]
  }

  function remove(jobs: readonly Job[]): void {
    const removed = new Set(jobs)
    waiting = waiting.filter((job) => !removed.has(job))
    inBackground = inBackground.filter((job) => !removed.has(job))
  }

  return {
    write,
    /** Whether the connection is in a transaction, and so sees uncommitted rows. */
    isWriting: () => isWriting,
    stats: () => ({
      writes_waiting: waiting.length + inBackground.length,
      writes_total: writes,
      commits_total: batches,
    }),
    async drain() {
      while (running) await running
    },
  }
}

function isOlderThan(ms: number): (job: Job) => boolean {
  const now = performance.now()
  return ({ since }) => now - since >= ms
}

/**
 * Waits until a turn of the event loop has found no I/O: then every request that has arrived is answered, or waits for
 * something else.
 * @param isBusy whether one goes on without I/O
 * @param isOver ends the wait all the same; it is called once per turn
 */
export async function untilIdle(isBusy: () => boolean, isOver: () => boolean): Promise<void> {
  for (let before = countEvents(); ; before = countEvents()) {
    await new Promise((resolve) => setImmediate(resolve))
    if ((countEvents() === before && !isBusy()) || isOver()) return
  }
}

/** How many events of I/O the loop has processed. */
const countEvents = (): number => performance.nodeTiming.uvMetricsInfo.events
