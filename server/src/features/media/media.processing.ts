import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import { SYSTEM_CLOCK } from '../../jobs/clock.ts'
import { createConversions } from './conversion/conversions.ts'
import type { Intake } from './intake/intake.ts'
import { createVariants, type Variants } from './serving/variants.ts'
import type { MediaStore } from './store/media-store.ts'
import { createWorkerPool } from './worker/worker-pool.ts'

/** What handles uploads and serves media. */
export interface MediaProcessing extends Intake {
  readonly variants: Variants
  close(): Promise<void>
}

export function openMediaProcessing(
  db: Database,
  store: MediaStore,
  logger: FastifyBaseLogger,
  ffmpeg: string | null,
  clock = SYSTEM_CLOCK,
): MediaProcessing {
  const workers = createWorkerPool()
  const conversions = createConversions({ db, store, workers, ffmpeg, logger, clock })
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
