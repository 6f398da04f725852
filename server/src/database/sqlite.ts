import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { ChangeLog } from './changes.ts'
import { Commits } from './commits.ts'
import type { Database } from './database.ts'
import type { IdSource } from './ids.ts'
import { migrate, type Prepare } from './migrate.ts'
import { connect } from './sqlite-connection.ts'
import { createWriteQueue } from './sqlite-queue.ts'

/** How long a write waits for another process that is writing (the admin commands), in milliseconds. */
const PATIENCE = 10_000

/**
 * Memory for pages of the file, in MB: room for those that lead to the rows of a million posts. Rows themselves are
 * quick to get from the system's own cache, and what the reading connection has is void with the next commit.
 */
const CACHE = { reader: 16, writer: 12 } as const

/**
 * The embedded engine: one file, one connection that reads and one that writes, both on this thread. Readers see the
 * last commit and never wait (WAL); a commit is on the disk before it is acknowledged (synchronous=FULL).
 */
export async function openSqlite(
  file: string,
  ids: IdSource,
  { patience = PATIENCE, prepare = migrate }: { patience?: number; prepare?: Prepare } = {},
): Promise<Database> {
  mkdirSync(dirname(file), { recursive: true })
  const writer = connect(file, patience, CACHE.writer)
  try {
    await prepare(writer.kysely, 'sqlite')
  } catch (error) {
    await writer.close()
    throw error
  }
  const reader = connect(file, patience, CACHE.reader)
  // The connection that writes alone can tell commits of other processes from our own.
  const changes = new ChangeLog(writer.readVersion)
  const commits = new Commits()
  commits.listen((notes) => changes.add(notes))
  const queue = createWriteQueue(writer, commits)
  return {
    engine: 'sqlite',
    ids,
    read: reader.kysely,
    changes,
    write: queue.write,
    onCommit: commits.listen,
    figures: () => ({ ...queue.figures(), queries_total: reader.queries + writer.queries }),
    async close() {
      await queue.drain()
      await reader.close()
      await writer.close()
    },
  }
}
