import { type Kysely, sql } from 'kysely'
import type { Connection } from '../../database/database.ts'
import type { Schema } from '../../database/schema.ts'

/** Rows with a smaller value in this column have expired. */
export type Expiry = {
  [Table in keyof Schema]: {
    readonly table: Table
    readonly key: readonly (keyof Schema[Table] & string)[]
    readonly column: keyof Schema[Table] & string
    readonly before: number
  }
}[keyof Schema]

/** Rows that one transaction deletes at most. */
export const BATCH = 500

/** Deletes some of the rows that have expired. @returns whether there may be more */
export async function deleteExpired(transaction: Connection, { table, key, column, before }: Expiry): Promise<boolean> {
  const columns = sql.join(key.map((name) => sql.ref(name)))
  const expired = sql`select ${columns} from ${sql.table(table)} where ${sql.ref(column)} < ${before} limit ${BATCH}`
  const deletion = sql`delete from ${sql.table(table)} where (${columns}) in (${expired})`
  const { numAffectedRows = 0n } = await deletion.execute(transaction as Kysely<Schema>)
  return numAffectedRows >= BATCH
}
