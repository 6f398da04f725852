import type { SqliteStatement } from 'kysely'

/** A prepared statement, as Kysely's driver and direct statements use it. */
export interface Statement extends SqliteStatement {
  all(parameters: readonly unknown[]): unknown[]
  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
}
