import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/** Further properties of media: frames, posters, and the state of videos that have to be converted. */
export async function up(db: Kysely<Schema>): Promise<void> {
  const { schema } = db
  await schema.alterTable('media').addColumn('frames', 'integer').execute()
  await schema.alterTable('media').addColumn('duration', 'integer').execute()
  for (const column of ['has_poster', 'attempts'] as const) {
    await schema
      .alterTable('media')
      .addColumn(column, 'integer', (of) => of.notNull().defaultTo(0))
      .execute()
  }
  await schema
    .alterTable('media')
    .addColumn('claimed_until', 'bigint', (column) => column.notNull().defaultTo(0))
    .execute()
  await schema
    .alterTable('media')
    .addColumn('state', 'text', (column) => column.notNull().defaultTo('ready'))
    .execute()
  await sql`create index media_converting on media (created_at) where state = 'converting'`.execute(db)
}
