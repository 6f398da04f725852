import type { Database } from '../../../database/database.ts'
import type { MemberId } from '../../../database/schema.ts'
import type { FairLimit } from '../../../http/limits/fair-limit.ts'
import type { Conversions } from '../conversion/conversions.ts'
import type { MediaStore } from '../store/media-store.ts'
import type { WorkerPool } from '../worker/worker-pool.ts'

/** What handles an upload: the database, the store, and the processes that decode. */
export interface Intake {
  readonly db: Database
  readonly store: MediaStore
  readonly workers: WorkerPool
  readonly conversions: Conversions
  /** Makes the posters of videos, each with a program of its own. */
  readonly posters: FairLimit<MemberId | null>
  /** The program that converts videos; null if it is not installed. */
  readonly ffmpeg: string | null
}
