import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import type { Kysely } from 'kysely'
import { DatabaseFailure } from '../failure.ts'
import type { Schema } from '../schema.ts'
import { createKysely } from './dialect.ts'
import { SYNCHRONOUS, SYNCHRONOUS_IN_BACKGROUND } from './durability.ts'
import { createRowTriggers } from './invalidations.ts'
import { isLocked } from './locks.ts'
import { asSqliteFailure, rowOf, type Statement, withoutLimitInPlan } from './statement.ts'

/** Maximum number of prepared statements per connection. Queries are few; only the lengths of `in` lists vary. */
const STATEMENTS_MAX = 500

/**
 * How many pages the WAL has before it is written back to the file: by the thread, and by a commit. The second is
 * reached only if commits come faster than the thread can follow.
 */
export const CHECKPOINT_PAGES = { thread: 1_000, commit: 4_000 } as const

export interface SqliteConnection {
  /** Waits for locks of other processes. */
  readonly kysely: Kysely<Schema>
  /** The statement of this text, prepared once. It never waits for locks. */
  prepare(text: string): Statement
  /** Runs a statement without parameters or rows. It never waits for locks. */
  run(text: string): void
  /** Whether commits wait for the disk, as they do at first. Not within a transaction. */
  setDurable(isDurable: boolean): void
  /** Creates triggers that call `note` for each invalidation. Call it once per connection, when the tables exist. */
  watchRows(note: (kind: string, a: number, b: number) => void): void
  /** Changes with every commit of another process or of another connection (SQLite's data_version). */
  readVersion(): number
  /** How many pages were added to the WAL since its last reset. */
  countWalPages(): number
  /** The number of statements run so far. */
  readonly queries: number
  close(): Promise<void>
}

/**
 * A connection to the file, for Kysely and for direct statements. It is opened with its first statement. SQLite itself
 * never waits for a lock, because that would block the event loop.
 * @param lockTimeoutMs how long Kysely's statements wait for locks of other processes
 * @param cacheMb size of SQLite's page cache
 */
export function connect(file: string, lockTimeoutMs: number, cacheMb: number): SqliteConnection {
  let opened: { database: DatabaseSync; version: StatementSync; wal: StatementSync } | null = null
  const statements = new Map<string, Statement>()
  let queries = 0
  let unknownVersions = 0
  let isDurable = true
  let isClosed = false

  function open() {
    if (opened) return opened
    if (isClosed) throw new DatabaseFailure('unavailable', new Error('The connection is closed.'))
    const database = openFile(file, cacheMb)
    const read = (pragma: string) => inArrays(database.prepare(`pragma ${pragma}`))
    opened = { database, version: read('data_version'), wal: read('wal_checkpoint(noop)') }
    return opened
  }

  function prepare(text: string): Statement {
    const known = statements.get(text)
    if (known) return known
    const made = withDatabaseFailure(() => wrapStatement(inArrays(open().database.prepare(withoutLimitInPlan(text)))))
    if (statements.size >= STATEMENTS_MAX) statements.delete(statements.keys().next().value ?? '')
    statements.set(text, made)
    return made
  }

  /** Kysely reads `reader` (whether there are rows) for every execution, so it is computed once. */
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
      return withDatabaseFailure(() => Number(valuesOf(open().version)[0]))
    } catch (error) {
      if (!isLocked(error)) throw error
      // The version may have changed, and the caller cannot wait. A number not used before is taken as a change.
      unknownVersions++
      return -unknownVersions
    }
  }

  const kysely = createKysely(prepare, lockTimeoutMs)
  return {
    kysely,
    prepare,
    run: (text) => void prepare(text).run([]),
    setDurable(value) {
      if (value === isDurable) return
      // SQLite sets it when it compiles the statement, so a statement that was prepared earlier would do nothing.
      withDatabaseFailure(() =>
        open().database.exec(`pragma synchronous = ${value ? SYNCHRONOUS : SYNCHRONOUS_IN_BACKGROUND}`),
      )
      isDurable = value
    },
    watchRows: (note) => withDatabaseFailure(() => createRowTriggers(open().database, note)),
    readVersion,
    countWalPages: () => withDatabaseFailure(() => Number(valuesOf(open().wal)[1])),
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
 * Node 24.21 allocates row objects in the old generation: 72 bytes each, freed only by a full garbage collection.
 * Reading them takes 50 % longer than reading arrays.
 */
function inArrays(statement: StatementSync): StatementSync {
  statement.setReturnArrays(true)
  return statement
}

/** Of the only row, in arrays. */
function valuesOf(statement: StatementSync): unknown[] {
  return statement.get() as unknown as unknown[]
}

/** Required by Kysely's interface. Its only caller, streaming, is refused earlier (dialect.ts). */
function refuseToIterate(): never {
  throw new TypeError('Iterating over rows is not supported.')
}

function openFile(file: string, cacheMb: number): DatabaseSync {
  const database = new DatabaseSync(file)
  try {
    database.exec(`
      pragma journal_mode = wal;
      pragma synchronous = ${SYNCHRONOUS};
      pragma foreign_keys = on;
      pragma temp_store = memory;
      pragma cache_size = ${-1_000 * cacheMb};
      pragma wal_autocheckpoint = ${CHECKPOINT_PAGES.commit};
    `)
  } catch (error) {
    // The first pragma reads the file and may find it locked. A retry opens the file again.
    database.close()
    throw error
  }
  return database
}

function withDatabaseFailure<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw asSqliteFailure(error)
  }
}
