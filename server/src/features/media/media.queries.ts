import type { Insertable } from 'kysely'
import type { Connection } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

export type MediaRow = NonNullable<Awaited<ReturnType<typeof findMedia>>>

export function findMedia(db: Connection, name: string) {
  return db
    .selectFrom('media')
    .select(['name', 'type', 'mime', 'bytes', 'width', 'height', 'preview'])
    .where('name', '=', name)
    .executeTakeFirst()
}

/** The same content uploaded twice is one file; its age starts anew. */
export async function putMedia(db: Connection, row: Insertable<Schema['media']>): Promise<void> {
  await db
    .insertInto('media')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ created_at: row.created_at }))
    .execute()
}
