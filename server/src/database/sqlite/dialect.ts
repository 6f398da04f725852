import {
  type CompiledQuery,
  type DatabaseConnection,
  DummyDriver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { type DirectStatements, setDirectStatements } from '../prepared.ts'
import type { Schema } from '../schema.ts'
import { keepRetrying, retryWhileLocked } from './locks.ts'
import type { Statement } from './statement.ts'

type Prepare = (text: string) => Statement
/** What a statement waits for before it runs; null for nothing. */
type Turn = () => Promise<void> | null

/**
 * A Kysely instance that gets the statement from `prepare` for each attempt. So a retry can use another connection.
 * @param lockTimeoutMs how long statements wait for locks of other processes
 * @param turn for reads, which need not follow one another at once
 */
export function createKysely(prepare: Prepare, lockTimeoutMs: number, turn: Turn = () => null): Kysely<Schema> {
  const kysely = new Kysely<Schema>({ dialect: new RetryingDialect(prepare, lockTimeoutMs, turn) })
  setDirectStatements(kysely, createDirectStatements(prepare, lockTimeoutMs, turn))
  return kysely
}

/**
 * A Kysely instance for reads that are answered later.
 * @param all runs a statement. @returns its rows
 */
export function createAsyncKysely(all: (text: string, parameters: readonly unknown[]) => Promise<unknown[]>) {
  const connection: DatabaseConnection = {
    executeQuery: async <Row>({ sql, parameters }: CompiledQuery) => ({ rows: (await all(sql, parameters)) as Row[] }),
    streamQuery: refuseToStream,
  }
  const kysely = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new AsyncDriver(connection),
      createIntrospector: (db) => new SqliteIntrospector(db),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  })
  setDirectStatements(kysely, { all, run: refuseToWrite })
  return kysely
}

/** No transactions, and one connection, whose statements need not wait for one another here. */
class AsyncDriver extends DummyDriver {
  readonly #connection: DatabaseConnection

  constructor(connection: DatabaseConnection) {
    super()
    this.#connection = connection
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
}

function refuseToWrite(): never {
  throw new TypeError('This connection is for reads.')
}

function createDirectStatements(prepare: Prepare, lockTimeoutMs: number, turn: Turn): DirectStatements {
  const all: DirectStatements['all'] = (text, parameters) =>
    retryWhileLocked(lockTimeoutMs, () => prepare(text).all(parameters))
  return {
    all: (text, parameters) => turn()?.then(() => all(text, parameters)) ?? all(text, parameters),
    run: (text, parameters) => retryWhileLocked(lockTimeoutMs, () => Number(prepare(text).run(parameters).changes)),
  }
}

class RetryingDialect extends SqliteDialect {
  readonly #database: SqliteDatabase
  readonly #lockTimeoutMs: number
  readonly #turn: Turn

  constructor(prepare: Prepare, lockTimeoutMs: number, turn: Turn) {
    const database = { prepare, close: () => undefined }
    super({ database })
    this.#database = database
    this.#lockTimeoutMs = lockTimeoutMs
    this.#turn = turn
  }

  override createDriver(): SqliteDriver {
    return new RetryingDriver(this.#database, this.#lockTimeoutMs, this.#turn)
  }
}

/** Kysely's driver, with retries of statements that fail because of a lock. */
class RetryingDriver extends SqliteDriver {
  readonly #lockTimeoutMs: number
  readonly #turn: Turn
  #retrying: DatabaseConnection | null = null

  constructor(database: SqliteDatabase, lockTimeoutMs: number, turn: Turn) {
    super({ database })
    this.#lockTimeoutMs = lockTimeoutMs
    this.#turn = turn
  }

  /** Always the same object, because Kysely caches state by connection object. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const plain = await super.acquireConnection()
    this.#retrying ??= { executeQuery: (query) => this.#execute(plain, query), streamQuery: refuseToStream }
    return this.#retrying
  }

  async #execute<Row>(plain: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    const turn = this.#turn()
    if (turn) await turn
    try {
      return await plain.executeQuery<Row>(query)
    } catch (error) {
      return keepRetrying(error, this.#lockTimeoutMs, () => plain.executeQuery<Row>(query))
    }
  }
}

/** A statement that stays open across turns of the event loop would see uncommitted rows of other requests. */
function refuseToStream(): never {
  throw new TypeError('Streaming is not supported; read the rows page by page.')
}
