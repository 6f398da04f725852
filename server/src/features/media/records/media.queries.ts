import { type Insertable, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Connection } from '../../../database/database.ts'
import { isOneOf } from '../../../database/in-list.ts'
import { prepared } from '../../../database/prepared.ts'
import type { Schema, SessionId } from '../../../database/schema.ts'
import { isForEveryone, isReadableBy } from '../../visibility/audience.ts'
import { isPostVisible, isVisible, unseenBy } from '../../visibility/visibility.ts'

/** How long a node's claim on a conversion is valid unless it is renewed, in milliseconds. */
export const CLAIM_MS = 60_000

export type MediaRow = NonNullable<Awaited<ReturnType<typeof findMedia>>>

export function findMedia(db: Connection, name: string) {
  return db
    .selectFrom('media')
    .select(['name', 'type', 'mime', 'bytes', 'width', 'height', 'preview', 'blurhash'])
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

/** The posts that show a file at any position, also in an earlier version. */
export const postsWith = (name: string) => sql`(
  select id from posts where media_name = ${name} union all select post_id from post_pictures where name = ${name}
  union all select post_id from version_pictures where name = ${name})`

/** The members whose avatar or header is a file. */
export const membersWith = (name: string) => sql`(
  select id from members where avatar_url = ${addressOf(name)} union all select id from members where header_name = ${name})`

/**
 * Everyone may see a file that a public post shows, or that is a member's avatar or header, or the picture of a card.
 * It may belong to other posts as well. Everyone may also see what a member has uploaded as long as no post shows it:
 * the form of the post to come shows it. Uploads of deleted members do not count.
 */
export const isOpen = (name: string) => sql<SqlBool>`(
  exists (select 1 from posts join members on members.id = posts.author_id
    where posts.id in ${postsWith(name)} and ${isPostVisible} and ${isVisible} and ${isForEveryone})
  or (not exists ${postsWith(name)}
    and exists (select 1 from media_uploads join members on members.id = media_uploads.member_id
      where media_uploads.name = ${name} and ${isVisible}))
  or exists (select 1 from link_cards where link_cards.picture = ${name})
  or exists (select 1 from members where members.id in ${membersWith(name)} and ${isVisible}))`

/**
 * Whether the member of a session that lasts sees a post with the file: what `isOpen` is for everyone. A hidden post is
 * its author's.
 */
const isOpenTo = (name: string, { session, now }: { session: SessionId; now: number }) => {
  const member = sql.ref('sessions.member_id')
  return sql<SqlBool>`exists (select 1 from sessions
    join posts on posts.id in ${postsWith(name)}
    join members on members.id = posts.author_id
    where sessions.id = ${session} and sessions.expires_at >= ${now} and ${isVisible}
      and (${isPostVisible} or posts.author_id = ${member}) and ${isReadableBy(member)}
      and members.id not in ${unseenBy(member)})`
}

const served = (db: Connection, name: string, isOpenHere: RawBuilder<SqlBool>) =>
  db
    .selectFrom('media')
    .select(['name', 'type', 'mime', 'frames', 'has_poster', 'state'])
    .select(isOpenHere.as('is_open'))
    .where('name', '=', name)
    .where('removing_at', 'is', null)

/** What the media route needs to know about a file. */
export const findServed = prepared((db, { name }: { readonly name: string }) => served(db, name, isOpen(name))).first

/** The same for the app of a session. */
export const findServedTo = prepared(
  (db, { name, session, now }: { readonly name: string; readonly session: SessionId; readonly now: number }) =>
    served(db, name, sql<SqlBool>`(${isOpen(name)} or ${isOpenTo(name, { session, now })})`),
).first

const blurhashes = prepared((db, { names }: { readonly names: readonly string[] }) =>
  db
    .selectFrom('media')
    .select(['name', 'blurhash'])
    .where('blurhash', 'is not', null)
    .where(isOneOf(db, 'name', names)),
).all

/** The BlurHash of each of these media that has one. */
export async function readBlurhashes(db: Connection, names: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = names.length === 0 ? [] : await blurhashes(db, { names })
  return new Map(rows.map(({ name, blurhash }) => [name, blurhash ?? '']))
}
