import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'

/** SQLite's search index is merged by the program, in small parts (merge-entries.queries.ts). */
export async function up(db: Kysely<Schema>, engine: Engine): Promise<void> {
  if (engine !== 'sqlite') return
  for (const index of ['search_posts', 'search_people'].map((name) => sql.table(name)))
    await sql`insert into ${index} (${index}, rank) values ('automerge', 0)`.execute(db)
}
