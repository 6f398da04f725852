import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../server/src/database/database.ts'

type Value = number | string

/** Inserts rows, up to 5,000 with one statement and one JSON parameter. */
export async function insertAll(
  db: Database,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Value[]>,
): Promise<void> {
  const names = sql.join(columns.map((column) => sql.ref(column)))
  let batch: (readonly Value[])[] = []
  async function flush(): Promise<void> {
    const [first] = batch
    if (!first) return
    const json = JSON.stringify(batch)
    batch = []
    const values = sql.join(first.map((value, index) => column(db, index, value)))
    const source =
      db.engine === 'sqlite' ? sql`json_each(${json})` : sql`json_array_elements(${json}::json) as row(value)`
    await db.write(async (transaction) => {
      // Without triggers: there are no caches to invalidate yet.
      if (db.engine === 'postgres') await sql`set local session_replication_role = replica`.execute(transaction)
      await sql`insert into ${sql.table(table)} (${names}) select ${values} from ${source}`.execute(transaction)
    })
  }
  for (const row of rows) {
    batch.push(row)
    if (batch.length === 5_000) await flush()
  }
  await flush()
}

function column(db: Database, index: number, example: Value): RawBuilder<unknown> {
  const entry = sql`value ->> ${sql.lit(index)}`
  return db.engine === 'postgres' && typeof example === 'number' ? sql`(${entry})::bigint` : entry
}
