import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { ChangeLog } from './changes.ts'
import { Commits } from './commits.ts'
import type { Database } from './database.ts'
import type { IdSource } from './ids.ts'
import { migrate, type Prepare } from './migrate.ts'
import { connect } from './sqlite-connection.ts'
import { kyselyBy } from './sqlite-dialect.ts'
import { createWriteQueue } from './sqlite-queue.ts'

/** How long a statement waits for another process that has the lock (the admin commands), in milliseconds. */
const PATIENCE = 10_000

/**
 * Memory for pages of the file, in MB: room for those that lead to the rows of a million posts. Rows themselves are
 * quick to get from the system's own cache. The second connection forgets all its pages with each commit of the first,
 * so that more would be no use to it.
 */
const CACHE = { main: 16, aside: 2 } as const

/**
 * The embedded engine: one file and two connections, both on this thread. One writes, and reads too while no
 * transaction of it is open, so that its pages outlive its commits. What asks while one is open is answered by the
 * other: it sees the last commit and never waits for it (WAL). A commit is on the disk before it is acknowledged
 * (synchronous=FULL).
 */
export async function openSqlite(
  file: string,
  ids: IdSource,
  { patience = PATIENCE, prepare = migrate }: { patience?: number; prepare?: Prepare } = {},
): Promise<Database> {
  mkdirSync(dirname(file), { recursive: true })
  const writer = connect(file, patience, CACHE.main)
  try {
    await prepare(writer.kysely, 'sqlite')
  } catch (error) {
    await writer.close()
    throw error
  }
  const aside = connect(file, patience, CACHE.aside)
  // The connection that writes alone can tell commits of other processes from our own.
  const changes = new ChangeLog(writer.readVersion)
  const commits = new Commits()
  commits.listen((notes) => changes.add(notes))
  const queue = createWriteQueue(writer, commits, patience)
  const read = kyselyBy((text) => (queue.isWriting() ? aside : writer).prepare(text), patience)
  return {
    engine: 'sqlite',
    ids,
    read,
    primary: read,
    changes,
    write: queue.write,
    onCommit: commits.listen,
    figures: () => ({ ...queue.figures(), queries_total: aside.queries + writer.queries }),
    async close() {
      await queue.drain()
      await aside.close()
      await writer.close()
    },
  }
}
