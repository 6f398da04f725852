import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../database/database.ts'
import type { MemberId } from '../../database/schema.ts'
import { AppError } from '../../http/errors.ts'
import { type MediaRow, putMedia } from './media.queries.ts'
import { putUpload } from './uploads.queries.ts'

/** Removing files takes milliseconds, or some seconds in a store far away. */
const PATIENCE_MS = 20_000
const AGAIN_MS = 50

/**
 * Enters uploaded media, whose files are kept next. Where the same content is being removed at this moment, that comes
 * to its end first: it would take the new files along. @throws unavailable when that takes too long
 */
export async function recordUpload(db: Database, media: MediaRow, by: MemberId | null): Promise<void> {
  const deadline = Date.now() + PATIENCE_MS
  while (true) {
    const isPut = await db.write(async (transaction) => {
      const done = await putMedia(transaction, { ...media, created_at: Date.now() })
      if (done) await putUpload(transaction, media.name, by)
      return done
    })
    if (isPut) return
    if (Date.now() > deadline) throw new AppError('unavailable')
    await wait(AGAIN_MS)
  }
}
