import type { Connection } from '../../../database/database.ts'
import { isPostgres } from '../../../database/engine.ts'

const KEY = 'media-kept-until'

/** No media file is removed before `until`, even if nothing references it. @param until milliseconds; 0 to end it */
export async function setMediaLease(db: Connection, until: number): Promise<void> {
  await db
    .updateTable('settings')
    .set({ value: String(until) })
    .where('key', '=', KEY)
    .execute()
}

/** Whether media must not be removed. The row is locked until the transaction ends, so this cannot change meanwhile. */
export async function isMediaLeased(db: Connection, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', KEY)
    .$if(isPostgres(db), (query) => query.forShare())
    .executeTakeFirst()
  return Number(row?.value ?? 0) > now
}
