import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** How often a server that found another one checks whether that one has ended, in milliseconds. */
const RETRY_MS = 10_000
/** The lower byte of SQLite's result code for a lock that another process holds. */
const BUSY = 5

export interface DirectoryClaim {
  /** Whether another server held the directory when this one started. */
  readonly isShared: boolean
  release(): void
}

/**
 * Claims a directory for this server, so that a second server on it is detected. The claim is a lock on a file in it.
 * The system releases it when the process ends, even by a crash; process ids would not do, as they are reused and
 * differ between containers. Node has no API for file locks, so SQLite takes the lock with a transaction that never
 * ends. The file stays empty. Programs that run beside a server do not claim the directory.
 */
export function claimDirectory(directory: string, retryMs = RETRY_MS): DirectoryClaim {
  mkdirSync(directory, { recursive: true })
  const file = join(directory, 'server.lock')
  let held = lock(file)
  const isShared = held === 'taken'
  // A server that outlives the other one takes over its claim.
  const timer = setInterval(() => {
    held = lock(file)
    if (held !== 'taken') clearInterval(timer)
  }, retryMs).unref()
  if (!isShared) clearInterval(timer)
  return {
    isShared,
    release() {
      clearInterval(timer)
      if (held instanceof DatabaseSync) held.close()
    },
  }
}

/** Null if there can be no lock: the file system may not support them. Then a second server is not detected. */
function lock(file: string): DatabaseSync | 'taken' | null {
  let database: DatabaseSync | null = null
  try {
    database = new DatabaseSync(file)
    database.exec('begin exclusive')
    return database
  } catch (error) {
    database?.close()
    const isTaken = error instanceof Error && 'errcode' in error && (Number(error.errcode) & 0xff) === BUSY
    return isTaken ? 'taken' : null
  }
}
