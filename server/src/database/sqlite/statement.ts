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

/**
 * SQLite plans a statement with the value of its limit. So each time a parameter is bound there, it compiles the statement
 * again, which takes several times as long as a long statement runs. It does not look into an expression.
 */
export const withoutLimitInPlan = (text: string): string => text.replaceAll(/\blimit \?/gi, 'limit (? + 0)')
