import { type Insertable, type SqlBool, sql } from 'kysely'
import type { Connection } from '../../../database/database.ts'
import { prepared } from '../../../database/prepared.ts'
import type { Schema } from '../../../database/schema.ts'
import { isForEveryone } from '../../visibility/audience.ts'
import { isPostVisible, isVisible } from '../../visibility/visibility.ts'

/** How long a node's claim on a conversion is valid unless it is renewed, in milliseconds. */
export const CLAIM_MS = 60_000

export type MediaRow = NonNullable<Awaited<ReturnType<typeof findMedia>>>

export function findMedia(db: Connection, name: string) {
  return db
    .selectFrom('media')
    .select(['name', 'type', 'mime', 'bytes', 'width', 'height', 'preview'])
    .select(['frames', 'duration', 'has_poster', 'state'])
    .where('name', '=', name)
    .where('removing_at', 'is', null)
    .executeTakeFirst()
}

/**
 * Inserts the row of an upload. A repeated upload of the same content updates only `created_at`. A conversion starts
 * later, when the files are stored.
 * @returns false while its files are being removed, because the removal would delete the new files too
 */
export async function putMedia(db: Connection, row: Insertable<Schema['media']>): Promise<boolean> {
  const result = await db
    .insertInto('media')
    .values({ ...row, claimed_until: row.state === 'converting' ? Date.now() + CLAIM_MS : 0 })
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ created_at: row.created_at }).where('media.removing_at', 'is', null),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}

/** `mediaUrl` in SQL: the name may be the placeholder of a prepared statement. */
export const addressOf = (name: string) => sql<string>`'/media/' || cast(${name} as text)`

/**
 * Everyone may see a file that a public post shows or that is a member's avatar, and one that a member has uploaded for a
 * post that is still to come: its form shows it. Nobody has one to come whose account is deleted. The same file may also
 * belong to posts that are not public.
 */
export const isOpen = (name: string) => sql<SqlBool>`(
  exists (select 1 from posts join members on members.id = posts.author_id
    where posts.media_name = ${name} and ${isPostVisible} and ${isVisible} and ${isForEveryone})
  or (not exists (select 1 from posts where posts.media_name = ${name})
    and exists (select 1 from media_uploads join members on members.id = media_uploads.member_id
      where media_uploads.name = ${name} and ${isVisible}))
  or exists (select 1 from members where members.avatar_url = ${addressOf(name)} and ${isVisible}))`

/** What the media route needs to know about a file. */
export const findServed = prepared((db, { name }: { readonly name: string }) =>
  db
    .selectFrom('media')
    .select(['name', 'type', 'mime', 'frames', 'has_poster', 'state'])
    .select(isOpen(name).as('is_open'))
    .where('name', '=', name)
    .where('removing_at', 'is', null),
).first
