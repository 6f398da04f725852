import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement, sql } from 'kysely'
import { ChangeLog, ChangeNotes, type Changes } from './changes.ts'
import type { Connection, Database } from './database.ts'
import { asFailure, DatabaseFailure, type FailureKind } from './failure.ts'
import type { IdSource } from './ids.ts'
import { migrate, type Prepare } from './migrate.ts'
import type { Schema } from './schema.ts'

/** Writes that arrive while one commit runs share the next; this many at most, so that none waits long. */
const BATCH_MAX = 64
/** How long a turn of the event loop may keep the first commit waiting, in milliseconds: under load it can be long. */
const GATHER_MS = 10
/** Prepared statements kept per connection. Shapes are few; what varies is the length of `in` lists. */
const STATEMENTS_MAX = 500

/** How long a write waits for another process that is writing (the admin commands), in milliseconds. */
const PATIENCE = 10_000

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
  const { kysely: writer, readForeign } = connectWriter(file, patience)
  try {
    await prepare(writer, 'sqlite')
  } catch (error) {
    await writer.destroy()
    throw error
  }
  const reader = connect(file, patience)
  const changes = new ChangeLog(readForeign)
  const queue = createWriteQueue(writer, changes)
  return {
    engine: 'sqlite',
    ids,
    read: reader,
    changes,
    write: queue.write,
    figures: queue.figures,
    async close() {
      await queue.drain()
      await reader.destroy()
      await writer.destroy()
    },
  }
}

/** Opens the file with the first query: a connection that was never used is not there to be closed. */
function connect(file: string, patience: number): Kysely<Schema> {
  return new Kysely<Schema>({ dialect: new SqliteDialect({ database: async () => adapt(openFile(file, patience)) }) })
}

/** The connection that writes; it alone can tell commits of other processes from our own. */
function connectWriter(file: string, patience: number) {
  let version: StatementSync | null = null
  const database = async () => {
    const opened = openFile(file, patience)
    version = opened.prepare('pragma data_version')
    return adapt(opened)
  }
  const kysely = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) })
  return { kysely, readForeign: () => (version?.get() as { data_version: number } | undefined)?.data_version ?? 0 }
}

function openFile(file: string, patience: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: patience })
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma temp_store = memory;
    pragma cache_size = -32000;
  `)
  return database
}

/** node:sqlite in the form Kysely's dialect speaks, with its prepared statements kept. */
function adapt(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>()
  return {
    prepare(text) {
      let statement = statements.get(text)
      if (!statement) {
        statement = told(() => adaptStatement(database.prepare(text)))
        if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value ?? '')
        statements.set(text, statement)
      }
      return statement
    },
    close() {
      statements.clear()
      database.close()
    },
  }
}

function adaptStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => told(() => statement.all(...(parameters as SQLInputValue[]))),
    run: (parameters) => told(() => statement.run(...(parameters as SQLInputValue[]))),
    iterate: (parameters) => statement.iterate(...(parameters as SQLInputValue[])),
  }
}

/** SQLite's result codes: another process holds the file for too long; reading or writing it fails; the disk is full. */
const BUSY = 5
const IO_ERROR = 10
const FULL = 13
/** There is no room to share the log's index with other processes. */
const IO_ERROR_SHARED_SIZE = 4_874

function told<T>(ask: () => T): T {
  try {
    return ask()
  } catch (error) {
    throw asFailure(error, kindOf)
  }
}

function kindOf(error: unknown): FailureKind | null {
  if (!(error instanceof Error && 'errcode' in error && typeof error.errcode === 'number')) return null
  const { errcode } = error
  // The lower byte is the code, the rest says more of it.
  const code = errcode & 0xff
  if (code === FULL || errcode === IO_ERROR_SHARED_SIZE) return 'full'
  return code === BUSY || code === IO_ERROR ? 'unavailable' : null
}

interface Job {
  readonly work: (transaction: Connection, changes: Changes) => Promise<unknown>
  readonly resolve: (value: unknown) => void
  readonly reject: (reason: unknown) => void
}

/**
 * Group commit. One transaction at a time; those that wait meanwhile go into the next one together, each in a savepoint
 * of its own, so that a refusal takes back its own writes alone. All are acknowledged after the commit they share.
 */
function createWriteQueue(writer: Kysely<Schema>, changes: ChangeLog) {
  let waiting: Job[] = []
  let running: Promise<void> | null = null
  let gathering = { since: 0, end: () => {} }
  let [writes, commits] = [0, 0]

  const write: Database['write'] = (work) =>
    new Promise((resolve, reject) => {
      waiting.push({ work, resolve: resolve as Job['resolve'], reject })
      running ??= run()
      if (performance.now() - gathering.since > GATHER_MS) gathering.end()
    })

  async function run() {
    // Requests read in the same turn of the event loop share the first commit too.
    const turn = Promise.withResolvers<void>()
    gathering = { since: performance.now(), end: turn.resolve }
    setImmediate(turn.resolve)
    await turn.promise
    while (waiting.length > 0) {
      const batch = waiting.slice(0, BATCH_MAX)
      waiting = waiting.slice(BATCH_MAX)
      writes += batch.length
      commits++
      await commit(writer, batch, changes)
    }
    running = null
  }

  return {
    write,
    figures: () => ({ writes_waiting: waiting.length, writes_total: writes, commits_total: commits }),
    async drain() {
      while (running) await running
    },
  }
}

async function commit(writer: Kysely<Schema>, batch: readonly Job[], changes: ChangeLog): Promise<void> {
  const settle: Outcome[] = []
  try {
    await writer.connection().execute(async (connection) => {
      await sql`begin immediate`.execute(connection)
      try {
        for (const job of batch) settle.push(await attempt(connection, job))
        await sql`commit`.execute(connection)
      } catch (error) {
        // A full disk or a broken file ends the transaction by itself; then there is nothing left to take back.
        await sql`rollback`.execute(connection).catch(() => undefined)
        throw error
      }
    })
  } catch (error) {
    // Whether anything is on the disk is for the engine to say.
    changes.add(new ChangeNotes())
    for (const job of batch) job.reject(error)
    return
  }
  for (const { notes } of settle) if (notes) changes.add(notes)
  for (const { tell } of settle) tell()
}

interface Outcome {
  /** What the job changed; null when all of it was taken back. */
  readonly notes: ChangeNotes | null
  /** Tells its caller, once the batch is durable. */
  readonly tell: () => void
}

/** Runs one job in its savepoint. */
async function attempt(connection: Kysely<Schema>, job: Job): Promise<Outcome> {
  const notes = new ChangeNotes()
  await sql`savepoint job`.execute(connection)
  try {
    const value = await job.work(connection, notes)
    await sql`release job`.execute(connection)
    return { notes, tell: () => job.resolve(value) }
  } catch (reason) {
    try {
      await sql`rollback to job`.execute(connection)
      await sql`release job`.execute(connection)
    } catch (error) {
      // A full disk has made the engine give up the transaction, savepoints and all: that is what everyone is told.
      throw reason instanceof DatabaseFailure ? reason : error
    }
    return { notes: null, tell: () => job.reject(reason) }
  }
}
