import { sql } from 'kysely'
import type { Database } from '../src/database/database.ts'
import { isPostgres } from '../src/database/engine.ts'

/**
 * From now on, no page can be added to the file. PostgreSQL has no such limit: there, a trigger of the table says what
 * it would say. full-disk.long.test.ts fills a disk.
 */
export async function fillDatabase(db: Database, table: string): Promise<void> {
  await db.write(async (transaction) => {
    if (!isPostgres(transaction)) {
      // It does not become less than there are.
      await sql`pragma max_page_count = 1`.execute(transaction)
      return
    }
    await sql`create function refuse_as_full() returns trigger language plpgsql as
      $$ begin raise exception using errcode = 'disk_full'; end $$`.execute(transaction)
    await sql`create trigger is_full before insert on ${sql.table(table)} execute function refuse_as_full()`.execute(
      transaction,
    )
  })
}

export async function freeDatabase(db: Database, table: string): Promise<void> {
  await db.write(async (transaction) => {
    if (isPostgres(transaction)) await sql`drop trigger is_full on ${sql.table(table)}`.execute(transaction)
    else await sql`pragma max_page_count = 4294967294`.execute(transaction)
  })
}
