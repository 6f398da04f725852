import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Database } from '../database.ts'
import type { IdSource } from '../ids.ts'
import { migrate, type Prepare } from '../migrations/migrate.ts'
import { createCheckpoints } from './checkpoints.ts'
import { connect } from './connection.ts'
import { createKysely } from './dialect.ts'
import { createRowInvalidations } from './invalidations.ts'
import { retryWhileLocked } from './locks.ts'
import { createOpenMark, findLostWrites, keepDamagedWal, LostWritesError } from './open-mark.ts'
import { createWriteQueue } from './queue.ts'
import { createReader } from './reader.ts'
import { createTurns } from './turns.ts'

/** How long a statement waits for a lock of another process, such as an admin command. */
const LOCK_TIMEOUT_MS = 10_000

/**
 * Sizes of SQLite's page caches. The writer's holds the interior pages of a million posts. Rows are read quickly from
 * the operating system's cache. Those of readers are small, because each commit of the writer invalidates them.
 */
const CACHE_MB = { writer: 16, reader: 2, heavyReader: 2 } as const

export interface SqliteOptions {
  readonly lockTimeoutMs?: number
  readonly prepare?: Prepare
  /** Is called with a LostWritesError if the end of an earlier server may have lost writes. */
  readonly onError?: (error: Error) => void
}

/**
 * The embedded engine: one file and two connections on this thread. The writer also serves reads while it has no open
 * transaction, because its page cache stays valid after its commits. During a transaction the reader serves them: it
 * sees the last commit and never waits (WAL). Heavy reads have a third connection and checkpoints (checkpoints.ts) a
 * fourth, each in a thread. A commit is on the disk before it is acknowledged (synchronous=FULL), except those of
 * background writes.
 */
export async function openSqlite(
  file: string,
  ids: IdSource,
  { lockTimeoutMs = LOCK_TIMEOUT_MS, prepare = migrate, onError }: SqliteOptions = {},
): Promise<Database> {
  mkdirSync(dirname(file), { recursive: true })
  const mark = createOpenMark(file)
  const isServer = prepare === migrate
  const lost = findLostWrites(file)
  if (lost !== null && !isServer)
    throw new LostWritesError(`${lost} Please start the server first: it keeps what is left.`)
  if (lost !== null) {
    const kept = keepDamagedWal(file)
    mark.remove()
    onError?.(new LostWritesError(kept === null ? lost : `${lost} The damaged log is kept as ${kept}.`))
  }
  const writer = connect(file, lockTimeoutMs, CACHE_MB.writer)
  const invalidations = createRowInvalidations(writer.readVersion, isServer)
  try {
    await prepare(writer.kysely, 'sqlite')
    // Tables that were not migrated may lack columns that the triggers name.
    if (isServer) await retryWhileLocked(lockTimeoutMs, () => writer.watchRows(invalidations.note))
  } catch (error) {
    await writer.close()
    throw error
  }
  const reader = connect(file, lockTimeoutMs, CACHE_MB.reader)
  const checkpoints = createCheckpoints(file, writer)
  const afterCommit = () => {
    if (isServer) mark.set()
    checkpoints.afterCommit()
  }
  const turns = createTurns()
  const isReading = () => turns.waiting > 0
  const queue = createWriteQueue({ writer, invalidations, isReading, afterCommit }, lockTimeoutMs)
  const heavyReader = createReader(file, lockTimeoutMs, CACHE_MB.heavyReader)
  const connectionOfReads = () => (queue.isWriting() ? reader : writer)
  const read = createKysely((text) => connectionOfReads().prepare(text), lockTimeoutMs, turns.next)
  return {
    engine: 'sqlite',
    ids,
    read,
    primary: read,
    heavy: {
      engine: 'sqlite',
      read: heavyReader.kysely,
      primary: heavyReader.kysely,
      search: heavyReader.kysely,
    },
    invalidations: invalidations.log,
    catchUp: invalidations.catchUp,
    write: queue.write,
    // Other processes notice a commit by the file's data_version.
    onCommit: () => undefined,
    stats: () => ({
      ...queue.stats(),
      ...checkpoints.stats(),
      writes_lost: lost === null ? 0 : 1,
      queries_total: reader.queries + writer.queries + heavyReader.queries,
      heavy_queries_total: heavyReader.queries,
    }),
    async close() {
      await queue.drain()
      await checkpoints.close()
      await heavyReader.close()
      // Before SQLite deletes the log.
      if (isServer) mark.remove()
      await reader.close()
      await writer.close()
      if (!isServer) mark.removeIfWrittenBack()
    },
  }
}
