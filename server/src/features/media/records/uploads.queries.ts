import { type SqlBool, sql } from 'kysely'
import type { Connection } from '../../../database/database.ts'
import { isPostgres } from '../../../database/engine.ts'
import type { MemberId } from '../../../database/schema.ts'
import { findMedia, isOpen, type MediaRow, membersWith, postsWith } from './media.queries.ts'
import { mediaNameOf } from './media.view.ts'

/** In place of a member id: in rows of uploads by no member, and in rows that ask for a check without a new upload. */
const NOBODY = 0

/** Stores that a member has uploaded media and not used them yet. */
export async function putUpload(db: Connection, name: string, by: MemberId | null): Promise<void> {
  await put(db, name, by ?? NOBODY, Date.now())
  if (by === null) return
  await db
    .insertInto('media_uploaders')
    .values({ name, member_id: by })
    .onConflict((conflict) => conflict.columns(['name', 'member_id']).doNothing())
    .execute()
}

interface Upload {
  readonly name: string
  readonly member: MemberId
}

/** What a member has uploaded, and the description that came with it; undefined for what others have. */
export async function findUpload(
  db: Connection,
  { name, member }: Upload,
): Promise<{ media: MediaRow; alt: string } | undefined> {
  const own = await db
    .selectFrom('media_uploaders')
    .select('alt')
    .where('name', '=', name)
    .where('member_id', '=', member)
    .executeTakeFirst()
  const media = own && (await findMedia(db, name))
  return media && { media, alt: own.alt }
}

/** Those of these files that a member has uploaded, and the descriptions that came with them. */
export function listUploads(db: Connection, { names, member }: { names: readonly string[]; member: MemberId }) {
  return db
    .selectFrom('media_uploaders')
    .innerJoin('media', 'media.name', 'media_uploaders.name')
    .select(['media.name', 'media_uploaders.alt'])
    .where('media_uploaders.member_id', '=', member)
    .where('media_uploaders.name', 'in', names)
    .where('media.removing_at', 'is', null)
    .execute()
}

export async function describeUpload(db: Connection, { name, member, alt }: Upload & { alt: string }): Promise<void> {
  await db
    .updateTable('media_uploaders')
    .set({ alt })
    .where('name', '=', name)
    .where('member_id', '=', member)
    .execute()
}

/**
 * Whoever may use a name in a post or profile: who has uploaded the file, or refers to it already, and everybody while
 * it is open. Otherwise whoever has kept the name of a closed file could open it again.
 */
const mayUse = (name: string, by: MemberId) => sql<SqlBool>`(
  exists (select 1 from media_uploaders where media_uploaders.name = ${name} and member_id = ${by})
  or exists (select 1 from posts where id in ${postsWith(name)} and author_id = ${by})
  or ${by} in ${membersWith(name)}
  or ${isOpen(name)})`

/**
 * Locks media that a post or profile is about to reference until the transaction ends, so that a sweep cannot remove
 * them meanwhile. It deletes this member's upload row, because the upload is used now.
 * @returns null if there are none, or the member may not use them
 */
export async function lockMedia(db: Connection, name: string, by: MemberId): Promise<Pick<MediaRow, 'type'> | null> {
  const media = await db
    .selectFrom('media')
    .select('type')
    .where('name', '=', name)
    .where('removing_at', 'is', null)
    .where(mayUse(name, by))
    .$if(isPostgres(db), (query) => query.forKeyShare())
    .executeTakeFirst()
  if (!media) return null
  await db.deleteFrom('media_uploads').where('name', '=', name).where('member_id', '=', by).execute()
  return media
}

/** Call it with an address that a post or profile no longer references, in the transaction that changes it. */
export async function releaseMedia(db: Connection, url: string | null): Promise<void> {
  if (url !== null) await releaseAllMedia(db, [url])
}

/** The same for many addresses. */
export async function releaseAllMedia(db: Connection, urls: readonly string[]): Promise<void> {
  const names = new Set(urls.map(mediaNameOf).filter((name) => name !== null))
  if (names.size === 0) return
  await db
    .insertInto('media_uploads')
    .values([...names].map((name) => ({ name, member_id: NOBODY, at: 0 })))
    .onConflict((conflict) => conflict.columns(['name', 'member_id']).doUpdateSet({ at: 0 }))
    .execute()
}

async function put(db: Connection, name: string, by: MemberId | typeof NOBODY, at: number): Promise<void> {
  await db
    .insertInto('media_uploads')
    .values({ name, member_id: by, at })
    .onConflict((conflict) => conflict.columns(['name', 'member_id']).doUpdateSet({ at }))
    .execute()
}
