import type { SqliteStatement } from 'kysely'
import { asFailure, type FailureKind } from '../failure.ts'

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
 * SQLite plans a statement with the value of its limit. So each time a parameter is bound there, it compiles the
 * statement again, which takes several times as long as a long statement runs. It does not look into an expression.
 */
export const withoutLimitInPlan = (text: string): string => text.replaceAll(/\blimit \?/gi, 'limit (? + 0)')

/** SQLite's result codes: locked by another process; reading or writing failed; the disk is full. */
const BUSY = 5
const IO_ERROR = 10
const FULL = 13
/** There is no space for the WAL index that processes share. */
const IO_ERROR_SHARED_SIZE = 4_874

/** Converts an error of `node:sqlite`, which has SQLite's `errcode`. */
export const asSqliteFailure = (error: unknown): unknown => asFailure(error, kindOf)

function kindOf(error: unknown): FailureKind | null {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return null
  const { errcode } = error
  // The lower byte is the primary code, the rest is the extended one.
  const code = errcode & 0xff
  if (code === FULL || errcode === IO_ERROR_SHARED_SIZE) return 'full'
  if (code === BUSY) return 'locked'
  return code === IO_ERROR ? 'unavailable' : null
}
