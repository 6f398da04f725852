import type { PostgresPool, PostgresPoolClient } from 'kysely'
import pg from 'pg'
import { asFailure, type FailureKind, isTooSlow } from '../failure.ts'

const DISK_FULL = '53100'
/** The error for a new connection if the disk is full. It has no code of its own and is never translated. */
const INIT_FILE_UNWRITTEN = 'could not write init file'
/**
 * Classes of error codes (their first two letters): connection exceptions, insufficient resources, and operator
 * intervention, which includes a crash.
 */
const UNAVAILABLE = new Set(['08', '53', '57'])

/** More than there are queries. Others are not prepared, because each connection keeps all prepared statements. */
const NAMES_MAX = 1_000
/** In characters. The text of a large multi-row insert is long and rarely repeats. */
const TEXT_MAX = 8_192

/** Kysely's interface of a client, with pg's result type. */
export interface PoolClient extends PostgresPoolClient {
  query: PostgresPoolClient['query'] & Query
  /** As `query`, but never prepared: it is planned for its values. Without values it may be several statements. */
  queryOnce: Query
}

type Query = (text: string, parameters: readonly unknown[]) => Promise<pg.QueryResult>

export interface QueryPool extends PostgresPool {
  connect(): Promise<PoolClient>
}

/**
 * Kysely's interface of a pool. If the server is unreachable or its disk is full, the error becomes a DatabaseFailure.
 * @param onQuery called for every statement
 */
export function createQueryPool(pool: pg.Pool, onQuery: () => void = () => undefined): QueryPool {
  const wrapped = new WeakMap<pg.PoolClient, PoolClient>()
  const names = new StatementNames()
  return {
    options: pool.options,
    // The creator of the pool ends it. Kysely would only end a pool that was used.
    end: async () => undefined,
    async connect() {
      const client = await withDatabaseFailure(pool.connect())
      const known = wrapped.get(client)
      if (known) return known
      const made = wrapClient(client, names, onQuery)
      wrapped.set(client, made)
      return made
    },
  }
}

/** Does not support cursors, which Kysely uses only for streaming. */
function wrapClient(client: pg.PoolClient, names: StatementNames, onQuery: () => void): PoolClient {
  const query: Query = (text, parameters) => {
    onQuery()
    return withDatabaseFailure(client.query({ name: names.of(text), text, values: [...parameters] }))
  }
  const queryOnce: Query = (text, parameters) => {
    onQuery()
    return withDatabaseFailure(client.query({ text, values: [...parameters] }))
  }
  return { query: query as PoolClient['query'], queryOnce, release: (destroy) => client.release(destroy) }
}

async function withDatabaseFailure<T>(result: Promise<T>): Promise<T> {
  try {
    return await result
  } catch (error) {
    throw asFailure(error, kindOf)
  }
}

function kindOf(error: unknown): FailureKind | null {
  if (error instanceof pg.DatabaseError) {
    const { code = '', message } = error
    if (code === DISK_FULL || message === INIT_FILE_UNWRITTEN) return 'full'
    return UNAVAILABLE.has(code.slice(0, 2)) && !isTooSlow(error) ? 'unavailable' : null
  }
  // Any other error is a lost connection, except for these two, which are bugs.
  return error instanceof TypeError || error instanceof RangeError ? null : 'unavailable'
}

/**
 * Chooses which statements PostgreSQL prepares: those that are repeated. Parsing and planning takes longer than running
 * most of our statements.
 */
class StatementNames {
  readonly #names = new Map<string, string | undefined>()
  #given = 0

  /** @returns the name of the prepared statement; undefined if the text is not to be prepared */
  of(text: string): string | undefined {
    const known = this.#names.get(text)
    if (known !== undefined || text.length > TEXT_MAX) return known
    const name = this.#names.has(text) ? `quack_${++this.#given}` : undefined
    if (name !== undefined || this.#names.size < NAMES_MAX) this.#names.set(text, name)
    return name
  }
}
