import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/is-in.ts'

const KEY = 'media-kept-until'

/** Until then no media file is removed, whatever becomes of what names it. @param until milliseconds; 0 for no longer */
export async function keepMedia(db: Connection, until: number): Promise<void> {
  await db
    .updateTable('settings')
    .set({ value: String(until) })
    .where('key', '=', KEY)
    .execute()
}

/** Whether media must stay; held until the transaction ends, so that none is taken out of use as the time begins. */
export async function areMediaKept(db: Connection, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', KEY)
    .$if(isPostgres(db), (query) => query.forShare())
    .executeTakeFirst()
  return Number(row?.value ?? 0) > now
}
