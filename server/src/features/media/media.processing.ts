import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import { type Conversions, createConversions } from './conversions.ts'
import type { MediaStore } from './media-store.ts'
import { createVariants, type Variants } from './variants.ts'
import { createWorkerPool, type WorkerPool } from './worker/worker-pool.ts'

/** What handles an upload: the database, the store, and the processes that decode. */
export interface MediaProcessing {
  readonly db: Database
  readonly store: MediaStore
  readonly workers: WorkerPool
  readonly variants: Variants
  readonly conversions: Conversions
  /** The program that converts videos; null if it is not installed. */
  readonly ffmpeg: string | null
  close(): Promise<void>
}

export function openMediaProcessing(
  db: Database,
  store: MediaStore,
  logger: FastifyBaseLogger,
  ffmpeg: string | null,
): MediaProcessing {
  const workers = createWorkerPool()
  const conversions = createConversions({ db, store, workers, ffmpeg, logger })
  return {
    db,
    store,
    workers,
    conversions,
    ffmpeg,
    variants: createVariants(store, workers),
    async close() {
      workers.close()
      await conversions.close()
    },
  }
}
