import type { Insertable } from 'kysely'
import type { Connection } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

export type MediaRow = NonNullable<Awaited<ReturnType<typeof findMedia>>>

export function findMedia(db: Connection, name: string) {
  return db
    .selectFrom('media')
    .select(['name', 'type', 'mime', 'bytes', 'width', 'height', 'preview'])
    .where('name', '=', name)
    .where('removing_at', 'is', null)
    .executeTakeFirst()
}

/**
 * The same content uploaded twice is one file; its age starts anew.
 * @returns false while its files are being removed; they stand in the way of new ones
 */
export async function putMedia(db: Connection, row: Insertable<Schema['media']>): Promise<boolean> {
  const result = await db
    .insertInto('media')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet({ created_at: row.created_at }).where('media.removing_at', 'is', null),
    )
    .executeTakeFirst()
  return (result.numInsertedOrUpdatedRows ?? 0n) > 0n
}
