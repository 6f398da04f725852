import type { Connection } from '../../../database/database.ts'
import { isPostgres } from '../../../database/engine.ts'
import { mediaUrl } from '../records/media.view.ts'

/** The oldest names that are due for a check. @param before milliseconds since 1970 */
export async function listDue(db: Connection, before: number, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('media_uploads')
    .select('name')
    .where('at', '<', before)
    .orderBy('at')
    .limit(limit)
    .execute()
  return [...new Set(rows.map((row) => row.name))]
}

/**
 * Marks media for removal if nothing references them and nobody has uploaded them since `before`. A transaction that is
 * about to reference them locks the same row: it either comes first or finds them gone.
 * @returns whether their files are to be removed now
 */
export async function claimUnreferenced(db: Connection, name: string, before: number): Promise<boolean> {
  await db
    .selectFrom('media')
    .select('name')
    .where('name', '=', name)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .execute()
  // The row is locked now, so each statement sees what earlier holders of the lock have written.
  await db.deleteFrom('media_uploads').where('name', '=', name).where('at', '<', before).execute()
  const result = await db
    .updateTable('media')
    .set({ removing_at: Date.now() })
    .where('name', '=', name)
    .where('removing_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('posts').select('id').where('media_name', '=', name))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('post_pictures').select('post_id').where('name', '=', name))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('version_pictures').select('post_id').where('name', '=', name))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('link_cards').select('id').where('picture', '=', name))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('members').select('id').where('avatar_url', '=', mediaUrl(name)))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('members').select('id').where('header_name', '=', name))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('media_uploads').select('at').where('name', '=', name))),
    )
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Removals that began before `before` and have not ended, such as those whose process has died. */
export async function listStuckRemovals(db: Connection, before: number, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('media').select('name').where('removing_at', '<', before).limit(limit).execute()
  return rows.map((row) => row.name)
}

/** Takes over an interrupted removal. @returns false if another node has */
export async function reclaimRemoval(db: Connection, name: string, before: number): Promise<boolean> {
  const result = await db
    .updateTable('media')
    .set({ removing_at: Date.now() })
    .where('name', '=', name)
    .where('removing_at', '<', before)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** The names among these that have a row. */
export async function listNamesWithRow(db: Connection, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db.selectFrom('media').select('name').where('name', 'in', names).execute()
  return new Set(rows.map((row) => row.name))
}

/** The pictures among these whose frames were not counted. */
export async function listUncounted(db: Connection, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('media')
    .select('name')
    .where('name', 'in', names)
    .where('type', '=', 'image')
    .where('frames', 'is', null)
    .where('removing_at', 'is', null)
    .execute()
  return rows.map((row) => row.name)
}

export async function putFrames(db: Connection, name: string, frames: number): Promise<void> {
  await db.updateTable('media').set({ frames }).where('name', '=', name).execute()
}

/** The names among these whose conversion has ended. */
export async function listConverted(db: Connection, names: readonly string[]): Promise<string[]> {
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('media')
    .select('name')
    .where('name', 'in', names)
    .where('state', '<>', 'converting')
    .execute()
  return rows.map((row) => row.name)
}

/** Reserves the name of files without a row while they are removed. @returns false if there is a row */
export async function claimOrphan(db: Connection, name: string): Promise<boolean> {
  const nothing = { type: 'image', mime: '', bytes: 0, width: 0, height: 0, preview: '' } as const
  const now = Date.now()
  const result = await db
    .insertInto('media')
    .values({ ...nothing, name, created_at: now, removing_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** Called when the files are gone: frees the name. */
export async function deleteRemoved(db: Connection, name: string): Promise<void> {
  await db.deleteFrom('media').where('name', '=', name).where('removing_at', 'is not', null).execute()
}

const KEY = 'media-kept-until'

/** Media are not removed before `until`, even if nothing references them. @param until milliseconds; 0 to end it */
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
