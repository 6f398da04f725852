import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/**
 * Indexes for beginnings: of the words of names, and of hashtags. All members are indexed again, in the background.
 */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  if (engine === 'postgres') {
    // In the order of the bytes, as on SQLite, so that a beginning is a range.
    await sql`create index tags_beginning on tags (key collate "C")`.execute(db)
    return
  }
  // Without `prefix`, FTS5 merges the lists of all words that begin so before it returns the first row.
  await sql`drop table search_people`.execute(db)
  await sql`
    create virtual table search_people
    using fts5(tokens, content='', contentless_delete=1, tokenize='ascii', prefix='1 2 3')`.execute(db)
  await sql`delete from settings where key = 'search.members'`.execute(db)
  await sql`
    insert into settings (key, value)
    select 'search.members', cast(max(id) + 1 as text) from members having count(*) > 0`.execute(db)
}
