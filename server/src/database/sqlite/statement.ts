import type { SqliteStatement } from 'kysely'

/** A prepared statement, as Kysely's driver and direct statements use it. */
export interface Statement extends SqliteStatement {
  all(parameters: readonly unknown[]): unknown[]
  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
}

/** @param values in the order of the columns */
export function rowOf(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [index, name] of columns.entries()) row[name] = values[index]
  return row
}
