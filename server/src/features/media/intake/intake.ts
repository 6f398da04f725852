import type { Database } from '../../../database/database.ts'
import type { Conversions } from '../conversion/conversions.ts'
import type { MediaStore } from '../store/media-store.ts'
import type { WorkerPool } from '../worker/worker-pool.ts'

/** What handles an upload: the database, the store, and the processes that decode. */
export interface Intake {
  readonly db: Database
  readonly store: MediaStore
  readonly workers: WorkerPool
  readonly conversions: Conversions
  /** The program that converts videos; null if it is not installed. */
  readonly ffmpeg: string | null
}
