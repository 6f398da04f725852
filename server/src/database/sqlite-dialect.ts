import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { type DirectStatements, setDirectStatements } from './direct-statements.ts'
import type { Schema } from './schema.ts'
import { keepRetrying, retryWhileLocked } from './sqlite-locks.ts'
import type { Statement } from './sqlite-statement.ts'

type Prepare = (text: string) => Statement

/**
 * A Kysely instance that gets the statement from `prepare` for each attempt. So a retry can use another connection.
 * @param lockTimeoutMs how long statements wait for locks of other processes
 */
export function createKysely(prepare: Prepare, lockTimeoutMs: number): Kysely<Schema> {
  const kysely = new Kysely<Schema>({ dialect: new RetryingDialect(prepare, lockTimeoutMs) })
  setDirectStatements(kysely, createDirectStatements(prepare, lockTimeoutMs))
  return kysely
}

function createDirectStatements(prepare: Prepare, lockTimeoutMs: number): DirectStatements {
  return {
    all: (text, parameters) => retryWhileLocked(lockTimeoutMs, () => prepare(text).all(parameters)),
    run: (text, parameters) => retryWhileLocked(lockTimeoutMs, () => Number(prepare(text).run(parameters).changes)),
  }
}

class RetryingDialect extends SqliteDialect {
  readonly #database: SqliteDatabase
  readonly #lockTimeoutMs: number

  constructor(prepare: Prepare, lockTimeoutMs: number) {
    const database = { prepare, close: () => undefined }
    super({ database })
    this.#database = database
    this.#lockTimeoutMs = lockTimeoutMs
  }

  override createDriver(): SqliteDriver {
    return new RetryingDriver(this.#database, this.#lockTimeoutMs)
  }
}

/** Kysely's driver, with retries of statements that fail because of a lock. */
class RetryingDriver extends SqliteDriver {
  readonly #lockTimeoutMs: number
  #retrying: DatabaseConnection | null = null

  constructor(database: SqliteDatabase, lockTimeoutMs: number) {
    super({ database })
    this.#lockTimeoutMs = lockTimeoutMs
  }

  /** Always the same object, because Kysely caches state by connection object. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const plain = await super.acquireConnection()
    this.#retrying ??= { executeQuery: (query) => this.#execute(plain, query), streamQuery: refuseToStream }
    return this.#retrying
  }

  async #execute<Row>(plain: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
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
