import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { ChangeNotes } from './changes.ts'
import type { Database } from './database.ts'
import type { IdSource } from './ids.ts'
import { migrate, type Prepare } from './migrate.ts'
import { watchPool } from './postgres-pool.ts'
import type { Schema } from './schema.ts'

const ATTEMPTS = 6
/** Serialization failure and deadlock: the engine asks for the transaction to be tried again. */
const TRY_AGAIN = new Set(['40001', '40P01'])

// int8 arrives as text; our ids and sums fit a JavaScript number exactly (see ids.ts).
const INT8 = 20
const types = { ...pg.types, getTypeParser: parserOf } as typeof pg.types
function parserOf(oid: number, format?: 'text' | 'binary') {
  return oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')
}

/** The engine for installations that outgrow one machine. @param url `postgres://…` */
export async function openPostgres(
  url: string,
  ids: IdSource,
  onError: (error: Error) => void,
  { poolSize = 10, prepare = migrate }: { poolSize?: number; prepare?: Prepare } = {},
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
  })
  // A connection lost while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', onError)
  // Likewise one that is lost between two statements of a transaction; its next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: watchPool(pool) }) })
  try {
    await prepare(kysely, 'postgres')
  } catch (error) {
    await kysely.destroy()
    throw error
  }
  let retries = 0
  return {
    engine: 'postgres',
    ids,
    read: kysely,
    changes: null,
    async write(work) {
      for (let attempt = 1; ; attempt++) {
        try {
          return await kysely.transaction().execute((transaction) => work(transaction, new ChangeNotes()))
        } catch (error) {
          if (attempt === ATTEMPTS || !mayTryAgain(error)) throw error
          retries++
          await new Promise((resolve) => setTimeout(resolve, Math.random() * 5 * 2 ** attempt))
        }
      }
    },
    figures: () => ({
      connections: pool.totalCount,
      connections_idle: pool.idleCount,
      connections_waiting: pool.waitingCount,
      retries_total: retries,
    }),
    close: () => kysely.destroy(),
  }
}

function mayTryAgain(error: unknown): boolean {
  return error instanceof pg.DatabaseError && TRY_AGAIN.has(error.code ?? '')
}
