import type { Connection } from '../../database/database.ts'
import { isPostgres } from '../../database/is-in.ts'
import type { MemberId } from '../../database/schema.ts'
import type { MediaRow } from './media.queries.ts'
import { mediaNameOf, mediaUrl } from './media.view.ts'

/** Nobody: for what is to be looked at without anyone having uploaded it again. */
const NOBODY = 0

/** Remembers who has uploaded media and not used them yet. */
export async function putUpload(db: Connection, name: string, by: MemberId | null): Promise<void> {
  await put(db, name, by ?? NOBODY, Date.now())
}

/**
 * Media that a post or profile is about to name, held until the transaction ends, so that nobody finds them without a
 * name meanwhile. This member's upload is used with that.
 */
export async function holdMedia(db: Connection, name: string, by: MemberId): Promise<Pick<MediaRow, 'type'> | null> {
  const media = await db
    .selectFrom('media')
    .select('type')
    .where('name', '=', name)
    .where('removing_at', 'is', null)
    .$if(isPostgres(db), (query) => query.forKeyShare())
    .executeTakeFirst()
  if (!media) return null
  await db.deleteFrom('media_uploads').where('name', '=', name).where('member_id', '=', by).execute()
  return media
}

/** To be called with the address that a post or profile no longer names, in the transaction that changes it. */
export async function releaseMedia(db: Connection, url: string | null): Promise<void> {
  const name = url === null ? null : mediaNameOf(url)
  if (name !== null) await put(db, name, NOBODY, 0)
}

async function put(db: Connection, name: string, by: MemberId | typeof NOBODY, at: number): Promise<void> {
  await db
    .insertInto('media_uploads')
    .values({ name, member_id: by, at })
    .onConflict((conflict) => conflict.columns(['name', 'member_id']).doUpdateSet({ at }))
    .execute()
}

/** The oldest names that have to be looked at. @param before milliseconds */
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
 * Takes media out of use if nothing names them and nobody has uploaded them since `before`. Whoever is about to name
 * them comes first, or finds them gone: both hold the row.
 * @returns whether their files are to be removed now
 */
export async function takeUnnamed(db: Connection, name: string, before: number): Promise<boolean> {
  await db
    .selectFrom('media')
    .select('name')
    .where('name', '=', name)
    .$if(isPostgres(db), (query) => query.forUpdate())
    .execute()
  // After the row is held, each statement sees what those who held it before have written.
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
      not(exists(selectFrom('members').select('id').where('avatar_url', '=', mediaUrl(name)))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('media_uploads').select('at').where('name', '=', name))),
    )
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Removals that began before `before` and have not ended: whoever began them has died. */
export async function listStuckRemovals(db: Connection, before: number, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('media').select('name').where('removing_at', '<', before).limit(limit).execute()
  return rows.map((row) => row.name)
}

/** Takes a stuck removal over. @returns false when another has */
export async function retakeRemoval(db: Connection, name: string, before: number): Promise<boolean> {
  const result = await db
    .updateTable('media')
    .set({ removing_at: Date.now() })
    .where('name', '=', name)
    .where('removing_at', '<', before)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

/** Those of these names that have a row. */
export async function listKnown(db: Connection, names: readonly string[]): Promise<Set<string>> {
  if (names.length === 0) return new Set()
  const rows = await db.selectFrom('media').select('name').where('name', 'in', names).execute()
  return new Set(rows.map((row) => row.name))
}

/** Those of these names whose conversion has ended. */
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

/** Keeps everyone from a name that has files and no row, while those are removed. @returns false when there is a row */
export async function takeRowless(db: Connection, name: string): Promise<boolean> {
  const nothing = { type: 'image', mime: '', bytes: 0, width: 0, height: 0, preview: '' } as const
  const now = Date.now()
  const result = await db
    .insertInto('media')
    .values({ ...nothing, name, created_at: now, removing_at: now })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** The files are gone, and the name is free again. */
export async function forgetRemoved(db: Connection, name: string): Promise<void> {
  await db.deleteFrom('media').where('name', '=', name).where('removing_at', 'is not', null).execute()
}
