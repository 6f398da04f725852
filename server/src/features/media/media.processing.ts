import { availableParallelism } from 'node:os'
import type { FastifyBaseLogger } from 'fastify'
import type { Database } from '../../database/database.ts'
import { createFairLimit } from '../../http/limits/fair-limit.ts'
import { SYSTEM_CLOCK } from '../../jobs/clock.ts'
import { createConversions } from './conversion/conversions.ts'
import type { Intake } from './intake/intake.ts'
import { createVariants, type Variants } from './serving/variants.ts'
import type { MediaStore } from './store/media-store.ts'
import { createWorkerPool } from './worker/worker-pool.ts'

/** How many posters are made at a time, of which each may use 220 MB, and how many may wait. */
const POSTERS = { atOnce: Math.max(1, availableParallelism() - 1), waiting: 100 }

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
    posters: createFairLimit(POSTERS.atOnce, POSTERS.waiting),
    ffmpeg,
    variants: createVariants(store, workers),
    async close() {
      workers.close()
      await conversions.close()
    },
  }
}
