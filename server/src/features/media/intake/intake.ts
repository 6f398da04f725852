import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../../database/database.ts'
import type { MemberId } from '../../../database/schema.ts'
import { AppError } from '../../../http/errors/errors.ts'
import type { FairLimit } from '../../../http/limits/fair-limit.ts'
import type { Conversions } from '../conversion/conversions.ts'
import { type MediaRow, putMedia } from '../records/media.queries.ts'
import { putUpload } from '../records/uploads.queries.ts'
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

/** The name of a content: 128 bits of SHA-256, so that collisions do not occur in practice. */
export async function hashFile(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest().subarray(0, 16).toString('base64url')
}

/** How long to wait for a running removal. It takes milliseconds, or some seconds with a distant store. */
const TIMEOUT_MS = 20_000
const RETRY_MS = 50

/**
 * Inserts the row of uploaded media; the files are stored next. If the same content is being removed at this moment, it
 * waits for the end of the removal, which would delete the new files too. @throws unavailable after a timeout
 */
export async function recordUpload(db: Database, media: MediaRow, by: MemberId | null): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS
  while (true) {
    const isPut = await db.write(async (transaction) => {
      const done = await putMedia(transaction, { ...media, created_at: Date.now() })
      if (done) await putUpload(transaction, media.name, by)
      return done
    })
    if (isPut) return
    if (Date.now() > deadline) throw new AppError('unavailable')
    await wait(RETRY_MS)
  }
}
