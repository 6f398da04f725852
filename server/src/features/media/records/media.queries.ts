import type { Insertable } from 'kysely'
import type { Connection } from '../../../database/database.ts'
import type { Schema } from '../../../database/schema.ts'

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
