import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import { Kysely, type SqliteDatabase, SqliteDialect, type SqliteStatement } from 'kysely'
import { type Direct, setDirect } from './direct.ts'
import { asFailure, DatabaseFailure, type FailureKind } from './failure.ts'
import type { Schema } from './schema.ts'

/** Prepared statements kept per connection. Shapes are few; what varies is the length of `in` lists. */
const STATEMENTS_MAX = 500

export interface SqliteConnection {
  readonly kysely: Kysely<Schema>
  readonly direct: Direct
  /** The statement of this text, prepared once. */
  prepare(text: string): Statement
  /** Another number after every commit of another process, and of another connection of ours. */
  readVersion(): number
  /** Statements run so far. */
  readonly queries: number
  close(): Promise<void>
}

/**
 * One connection to the file, opened with its first statement, for Kysely and past it.
 * @param cache memory for pages of the file, in MB
 */
export function connect(file: string, patience: number, cache: number): SqliteConnection {
  let opened: { database: DatabaseSync; version: StatementSync } | null = null
  const statements = new Map<string, Statement>()
  let queries = 0
  let isClosed = false

  function open() {
    if (opened) return opened
    if (isClosed) throw new DatabaseFailure('unavailable', new Error('The connection is closed.'))
    const database = openFile(file, patience, cache)
    opened = { database, version: inArrays(database.prepare('pragma data_version')) }
    return opened
  }

  function prepare(text: string): Statement {
    const known = statements.get(text)
    if (known) return known
    const made = told(() => keep(inArrays(open().database.prepare(text))))
    if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value ?? '')
    statements.set(text, made)
    return made
  }

  /** Kysely's way of asking whether a statement returns rows is asked once. */
  function keep(statement: StatementSync): Statement {
    const columns = statement.columns().map(({ name }) => name)
    const all: Statement['all'] = (parameters) => {
      queries++
      const rows = told(() => statement.all(...(parameters as SQLInputValue[]))) as unknown as unknown[][]
      return rows.map((values) => rowOf(columns, values))
    }
    const run: Statement['run'] = (parameters) => {
      queries++
      return told(() => statement.run(...(parameters as SQLInputValue[])))
    }
    return { reader: columns.length > 0, all, run, iterate: refuseToStream }
  }

  const direct = directBy(prepare)
  const kysely = kyselyBy(prepare, direct)
  return {
    kysely,
    direct,
    prepare,
    readVersion: () => Number((open().version.get() as unknown as unknown[] | undefined)?.[0]),
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

/** A Kysely whose every statement comes from `prepare`, asked anew each time: it may be another connection's. */
export function kyselyBy(prepare: (text: string) => Statement, direct = directBy(prepare)): Kysely<Schema> {
  const database = async (): Promise<SqliteDatabase> => ({ prepare, close: () => undefined })
  const kysely = new Kysely<Schema>({ dialect: new SqliteDialect({ database }) })
  setDirect(kysely, direct)
  return kysely
}

function directBy(prepare: (text: string) => Statement): Direct {
  return {
    all: (text, parameters) => prepare(text).all(parameters),
    run: (text, parameters) => Number(prepare(text).run(parameters).changes),
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

/** A statement that is left open over turns of the event loop would see what other requests have not committed yet. */
function refuseToStream(): never {
  throw new TypeError('Rows are read at once, or page by page.')
}

export interface Statement extends SqliteStatement {
  all(parameters: readonly unknown[]): unknown[]
  run(parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint }
}

function openFile(file: string, patience: number, cache: number): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: patience })
  database.exec(`
    pragma journal_mode = wal;
    pragma synchronous = full;
    pragma foreign_keys = on;
    pragma temp_store = memory;
    pragma cache_size = ${-1_000 * cache};
  `)
  return database
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
