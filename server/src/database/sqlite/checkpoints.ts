import { Worker } from 'node:worker_threads'
import { CHECKPOINT_PAGES, type SqliteConnection } from './connection.ts'
import { SYNCHRONOUS } from './durability.ts'

/** What the thread gets when it starts. */
export interface CheckpointerData {
  readonly file: string
  readonly synchronous: string
}

/** A message to the thread. It answers each checkpoint, and closes its port at the end. */
export type CheckpointerMessage = 'checkpoint' | 'end'

/**
 * Checkpoints in a thread. A checkpoint writes hundreds of pages and waits for the disk, which takes 20 ms and more; in
 * a commit it would hold up all requests. The thread starts with the first checkpoint.
 */
export function createCheckpoints(file: string, writer: SqliteConnection) {
  let thread: Worker | null = null
  let isUnderWay = false
  let isClosed = false
  let [pages, checkpoints] = [0, 0]

  function start(): Worker {
    const workerData: CheckpointerData = { file, synchronous: SYNCHRONOUS }
    const started = new Worker(new URL('./checkpointer.ts', import.meta.url), { workerData })
    started.on('message', () => {
      isUnderWay = false
      checkpoints++
    })
    // Commits make the checkpoints while there is no thread. The next long WAL starts another one.
    started.on('error', () => undefined)
    started.on('exit', () => {
      thread = null
      isUnderWay = false
    })
    started.unref()
    return started
  }

  function checkpointIfLong(): void {
    pages = writer.countWalPages()
    if (pages < CHECKPOINT_PAGES.thread || pages >= CHECKPOINT_PAGES.commit) return
    thread ??= start()
    thread.postMessage('checkpoint' satisfies CheckpointerMessage)
    isUnderWay = true
  }

  return {
    /** Call it after each commit. */
    afterCommit(): void {
      if (isUnderWay || isClosed) return
      try {
        checkpointIfLong()
      } catch {
        // The commit has succeeded. The next one tries again.
      }
    },
    stats: () => ({ wal_pages: pages, checkpoints_total: checkpoints }),
    /** Waits for a checkpoint under way. Later commits start no other. */
    async close(): Promise<void> {
      isClosed = true
      if (!thread) return
      // The process may have nothing else to do.
      thread.ref()
      const exit = new Promise((resolve) => thread?.once('exit', resolve))
      thread.postMessage('end' satisfies CheckpointerMessage)
      await exit
    },
  }
}
