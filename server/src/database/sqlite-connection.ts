import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Kysely, SqliteStatement } from 'kysely'
import { asFailure, DatabaseFailure, type FailureKind } from './failure.ts'
import type { Schema } from './schema.ts'
import { createKysely } from './sqlite-dialect.ts'
import { createRowTriggers } from './sqlite-invalidations.ts'
import { isLocked } from './sqlite-locks.ts'

/** Prepared statements kept per connection. Shapes are few; what varies is the length of `in` lists. */
const STATEMENTS_MAX = 500

export interface SqliteConnection {
  /** Waits for locks of other processes. */
  readonly kysely: Kysely<Schema>
  /** The statement of this text, prepared once. It never waits. */
  prepare(text: string): Statement
  /** Runs a statement without parameters or rows. It never waits. */
  run(text: string): void
  /** Calls back for each invalidation that a statement of this connection makes. To be called once the tables are there. */
  watchRows(note: (kind: string, a: number, b: number) => void): void
  /** Another number after every commit of another process, and of another connection of ours. */
  readVersion(): number
  /** Statements run so far. */
  readonly queries: number
  close(): Promise<void>
}

/**
 * One connection to the file, opened with its first statement, for Kysely and past it. SQLite itself never waits for a
 * lock: that would hold up the event loop.
 * @param lockTimeoutMs how long Kysely's statements wait for locks of other processes, in milliseconds
 * @param cacheMb memory for pages of the file, in MB
 */
export function connect(file: string, lockTimeoutMs: number, cacheMb: number): SqliteConnection {
  let opened: { database: DatabaseSync; version: StatementSync } | null = null
  const statements = new Map<string, Statement>()
  let queries = 0
  let unknownVersions = 0
  let isClosed = false

  function open() {
    if (opened) return opened
    if (isClosed) throw new DatabaseFailure('unavailable', new Error('The connection is closed.'))
    const database = openFile(file, cacheMb)
    opened = { database, version: inArrays(database.prepare('pragma data_version')) }
    return opened
  }

  function prepare(text: string): Statement {
    const known = statements.get(text)
    if (known) return known
    const made = withDatabaseFailure(() => wrapStatement(inArrays(open().database.prepare(text))))
    if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value ?? '')
    statements.set(text, made)
    return made
  }

  /** Kysely's way of asking whether a statement returns rows is asked once. */
  function wrapStatement(statement: StatementSync): Statement {
    const columns = statement.columns().map(({ name }) => name)
    const all: Statement['all'] = (parameters) => {
      queries++
      const rows = withDatabaseFailure(() =>
        statement.all(...(parameters as SQLInputValue[])),
      ) as unknown as unknown[][]
      return rows.map((values) => rowOf(columns, values))
    }
    const run: Statement['run'] = (parameters) => {
      queries++
      return withDatabaseFailure(() => statement.run(...(parameters as SQLInputValue[])))
    }
    return { reader: columns.length > 0, all, run, iterate: refuseToIterate }
  }

  function readVersion(): number {
    try {
      return withDatabaseFailure(() => Number((open().version.get() as unknown as unknown[] | undefined)?.[0]))
    } catch (error) {
      if (!isLocked(error)) throw error
      // It may have changed, and whoever asks can't wait: a number that it never was before.
      unknownVersions++
      return -unknownVersions
    }
  }

  const kysely = createKysely(prepare, lockTimeoutMs)
  return {
    kysely,
    prepare,
    run: (text) => void prepare(text).run([]),
    watchRows: (note) => withDatabaseFailure(() => createRowTriggers(open().database, note)),
    readVersion,
    get queries() {
      return queries
    },
    async close() {
      isClosed = true
      await kysely.destroy()
      statements.clear()
      opened?.database.close()
      opened = null
    },
  }
}

/**
 * Node makes rows that are objects where only a full collection of garbage finds them (24.21): 72 bytes each, and they
 * take half as long again.
 */
function inArrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true)
  return statement
}

function rowOf(columns: readonly string[], values: readonly unknown[]): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  for (const [index, name] of columns.entries()) row[name] = values[index]
  return row
}

/** Kysely's interface has it; its only caller, streaming, is refused before (sqlite-dialect.ts). */
function refuseToIterate(): never {
  throw new TypeError('Rows are read at once.')
}

export interface Statement extends SqliteStatement {
  all(parameters: readonly unknown[]): unknown[]
  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
}

function openFile(file: string, cache: number): DatabaseSync {
  const database = new DatabaseSync(file)
  try {
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = full;
      pragma foreign_keys = on;
      pragma temp_store = memory;
      pragma cache_size = ${-1_000 * cache};
    `)
  } catch (error) {
    // The first of them reads the file, and meets locks. The next attempt opens it anew.
    database.close()
    throw error
  }
  return database
}

/** SQLite's result codes: another process has the lock; reading or writing the file fails; the disk is full. */
const BUSY = 5
const IO_ERROR = 10
const FULL = 13
/** There is no room to share the log's index with other processes. */
const IO_ERROR_SHARED_SIZE = 4_874

function withDatabaseFailure<T>(ask: () => T): T {
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
  if (code === BUSY) return 'locked'
  return code === IO_ERROR ? 'unavailable' : null
}
