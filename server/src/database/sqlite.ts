import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from './database.ts'
import type { IdSource } from './ids.ts'
import { migrate, type Prepare } from './migrate.ts'
import { connect } from './sqlite-connection.ts'
import { createKysely } from './sqlite-dialect.ts'
import { createRowInvalidations } from './sqlite-invalidations.ts'
import { retryWhileLocked } from './sqlite-locks.ts'
import { createWriteQueue } from './sqlite-queue.ts'

/** How long a statement waits for a lock of another process, such as an admin command. */
const LOCK_TIMEOUT_MS = 10_000

/**
 * Sizes of the page caches: enough for the interior pages of a million posts. Rows are read quickly from the system's
 * cache. Each commit of the first connection invalidates all pages of the second, so a larger cache would not help it.
 */
const CACHE_MB = { main: 16, aside: 2 } as const

/**
 * The embedded engine: one file and two connections, both on this thread. The first one writes. It also reads while it
 * has no open transaction, so that its page cache survives its commits. During a transaction the second one reads: it
 * sees the last commit and never waits (WAL). A commit is on the disk before it is acknowledged (synchronous=FULL).
 */
export async function openSqlite(
  file: string,
  ids: IdSource,
  { lockTimeoutMs = LOCK_TIMEOUT_MS, prepare = migrate }: { lockTimeoutMs?: number; prepare?: Prepare } = {},
): Promise<Database> {
  mkdirSync(dirname(file), { recursive: true })
  const writer = connect(file, lockTimeoutMs, CACHE_MB.main)
  const invalidations = createRowInvalidations(writer.readVersion, prepare === migrate)
  try {
    await prepare(writer.kysely, 'sqlite')
    // The tables of an older release may lack columns.
    if (prepare === migrate) await retryWhileLocked(lockTimeoutMs, () => writer.watchRows(invalidations.note))
  } catch (error) {
    await writer.close()
    throw error
  }
  const aside = connect(file, lockTimeoutMs, CACHE_MB.aside)
  const queue = createWriteQueue(writer, invalidations, lockTimeoutMs)
  const read = createKysely((text) => (queue.isWriting() ? aside : writer).prepare(text), lockTimeoutMs)
  return {
    engine: 'sqlite',
    ids,
    read,
    primary: read,
    invalidations: invalidations.log,
    catchUp: invalidations.catchUp,
    write: queue.write,
    // Other processes on the same file read its version.
    onCommit: () => undefined,
    stats: () => ({ ...queue.stats(), queries_total: aside.queries + writer.queries }),
    async close() {
      await queue.drain()
      await aside.close()
      await writer.close()
    },
  }
}
