import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/** How often a server that found another one looks whether that has ended, in milliseconds. */
const RETRY_MS = 10_000
/** SQLite's result code for a lock that somebody else has; the lower byte of it. */
const BUSY = 5

export interface DirectoryClaim {
  /** Whether another server had the directory when this one came. */
  readonly isShared: boolean
  release(): void
}

/**
 * Claims a directory for this server, so that another one that is started on it finds out. The claim is a lock on a file
 * in it, which the system holds for as long as the process lives: a crash leaves none behind, and process ids, which are
 * reused and differ between containers, play no part. Node has no call for such locks, so SQLite takes it, by a
 * transaction that never ends; the file stays empty. Programs that run beside a server do not claim, and never meet it.
 */
export function claimDirectory(directory: string, retryMs = RETRY_MS): DirectoryClaim {
  mkdirSync(directory, { recursive: true })
  const file = join(directory, 'server.lock')
  let held = lock(file)
  const isShared = held === 'taken'
  // Whoever outlives the other one is in turn found by those who come later.
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

/** Null where the file system has no locks: then nobody finds out. */
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
