import { type Kysely, sql } from 'kysely'
import type { Schema } from '../schema.ts'

/**
 * Hashtags and mentions of texts from before migrations 018 and 019, and hashtags whose keys have changed since, are stored
 * in the background (features/references): for each table, all rows with larger ids than the setting says.
 */
export async function up(db: Kysely<Schema>): Promise<void> {
  for (const table of ['tags', 'posts', 'comments'])
    await sql`
      insert into settings (key, value)
      select ${sql.lit(`references.${table}`)}, '0' where exists (select 1 from ${sql.table(table)})`.execute(db)
}
