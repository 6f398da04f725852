import { sql } from 'kysely'
import type { Migrations } from './migration.ts'

export const migrations = {
  /**
   * The names of members by their ids: a search for members looks at hundreds of them, most of which are left out by their
   * names. The rows are larger, each on a page of its own. PostgreSQL's are compared in other ways.
   */
  async '051-search-names'(db, engine) {
    if (engine !== 'sqlite') return
    await sql`create index members_names on members (id, first_name, last_name, username)`.execute(db)
  },
} satisfies Migrations
