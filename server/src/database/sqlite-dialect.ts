import {
  type CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type QueryResult,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
} from 'kysely'
import { type Direct, setDirect } from './direct.ts'
import type { Schema } from './schema.ts'
import type { Statement } from './sqlite-connection.ts'
import { tryAgain, whenUnlocked } from './sqlite-locks.ts'

type Prepare = (text: string) => Statement

/**
 * A Kysely whose every statement comes from `prepare`, asked anew for each attempt: it may be another connection's.
 * @param patience how long statements wait for locks of other processes, in milliseconds
 */
export function kyselyBy(prepare: Prepare, patience: number): Kysely<Schema> {
  const kysely = new Kysely<Schema>({ dialect: new PatientDialect(prepare, patience) })
  setDirect(kysely, directBy(prepare, patience))
  return kysely
}

function directBy(prepare: Prepare, patience: number): Direct {
  return {
    all: (text, parameters) => whenUnlocked(patience, () => prepare(text).all(parameters)),
    run: (text, parameters) => whenUnlocked(patience, () => Number(prepare(text).run(parameters).changes)),
  }
}

class PatientDialect extends SqliteDialect {
  readonly #database: SqliteDatabase
  readonly #patience: number

  constructor(prepare: Prepare, patience: number) {
    const database = { prepare, close: () => undefined }
    super({ database })
    this.#database = database
    this.#patience = patience
  }

  override createDriver(): SqliteDriver {
    return new PatientDriver(this.#database, this.#patience)
  }
}

/** Kysely's own driver, whose statements run at once or fail; those that meet a lock are run again. */
class PatientDriver extends SqliteDriver {
  readonly #patience: number
  #patient: DatabaseConnection | null = null

  constructor(database: SqliteDatabase, patience: number) {
    super({ database })
    this.#patience = patience
  }

  /** The same one each time: Kysely keeps what it knows of a connection by the object. */
  override async acquireConnection(): Promise<DatabaseConnection> {
    const plain = await super.acquireConnection()
    this.#patient ??= { executeQuery: (query) => this.#execute(plain, query), streamQuery: refuseToStream }
    return this.#patient
  }

  async #execute<Row>(plain: DatabaseConnection, query: CompiledQuery): Promise<QueryResult<Row>> {
    try {
      return await plain.executeQuery<Row>(query)
    } catch (error) {
      return tryAgain(error, this.#patience, () => plain.executeQuery<Row>(query))
    }
  }
}

/** A statement that is left open over turns of the event loop would see what other requests have not committed yet. */
function refuseToStream(): never {
  throw new TypeError('Rows are read at once, or page by page.')
}
