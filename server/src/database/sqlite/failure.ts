import { asFailure, type FailureKind } from '../failure.ts'

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
