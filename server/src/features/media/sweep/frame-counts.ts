import type { Database } from '../../../database/database.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { MediaStore } from '../store/media-store.ts'
import type { WorkerPool } from '../worker/worker-pool.ts'
import * as queries from './sweep.queries.ts'

interface Needs {
  readonly db: Database
  readonly store: MediaStore
  readonly workers: WorkerPool
}

/**
 * Counts the frames of pictures that were uploaded before they were counted, so that readers can stop those that move.
 * @returns what is called with the names of media, in batches
 */
export function createFrameCounts({ db, store, workers }: Needs) {
  async function count(name: string): Promise<void> {
    const frames = await store.withLocalFile(name, (file) =>
      workers.run({ lane: 'upload', by: null }, 'countFrames', { file }).catch(asStill),
    )
    if (frames === null) return
    await db.write((transaction) => queries.putFrames(transaction, name, frames), { isBackground: true })
  }

  return async (names: readonly string[]): Promise<void> => {
    for (const name of await queries.listUncounted(db.read, names)) await count(name)
  }
}

/** What cannot be read does not move either. */
function asStill(error: unknown): number {
  if (error instanceof AppError && error.code === 'mediaUnreadable') return 1
  throw error
}
