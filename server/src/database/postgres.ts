import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from './database.ts'
import { DatabaseFailure } from './failure.ts'
import type { IdSource } from './ids.ts'
import { migrate, type Prepare } from './migrate.ts'
import { cleanInvalidations, createInvalidationReader } from './postgres-invalidations.ts'
import { watchPool } from './postgres-pool.ts'
import { readingPool } from './postgres-reads.ts'
import { openReplica } from './postgres-replica.ts'
import { createTransactions } from './postgres-transactions.ts'
import type { Schema } from './schema.ts'

/**
 * Of a transaction that crosses others. A row that many write at once takes a few; in shards, where a table that each
 * node holds is locked as a whole, it takes more.
 */
const ATTEMPTS = 12
/** Before the next one, at most, in milliseconds. */
const PAUSE = { least: 10, most: 320 } as const
/** Serialization failure and deadlock: the engine asks for the transaction to be tried again. */
const TRY_AGAIN = new Set(['40001', '40P01'])
/** A key that is there already. */
const TAKEN = '23505'
/** The keys that are ids of our own making (ids.ts): two nodes may draw the same number, and write at the same instant. */
const ID_KEYS = new Set(
  ['members', 'sessions', 'posts', 'comments', 'like_events', 'follow_events'].map((table) => `${table}_pkey`),
)

// int8 arrives as text; our ids and sums fit a JavaScript number exactly (see ids.ts).
const INT8 = 20
// A sum of int8 is numeric, which arrives as text too and may not fit: queries cast it, and one that does not is refused.
const NUMERIC = 1700
const types = { ...pg.types, getTypeParser: parserOf } as typeof pg.types
function parserOf(oid: number, format?: 'text' | 'binary') {
  if (oid === NUMERIC) return refuseNumeric
  return oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')
}
function refuseNumeric(): never {
  throw new TypeError('The query has a numeric result. Please cast it to bigint or integer.')
}

/** A transaction whose connection was lost before its commit has changed nothing; it is tried so often in all. */
const LOST_ATTEMPTS = 3

/** How long may be waited, in milliseconds. */
export interface Patience {
  /** For the server to answer one who connects; after that it is away. */
  readonly connect: number
  /**
   * For one of the connections to be free. Longer: a server that is busy with a burst is not away, and how many may wait
   * is for the load gate to say.
   */
  readonly queue: number
}

const PATIENCE_MS: Patience = { connect: 5_000, queue: 30_000 }

export interface PostgresOptions {
  /** Connections to the primary, and as many to the replica, at most. */
  readonly poolSize?: number
  /** A streaming replica that may be read; null for none. */
  readonly replicaUrl?: string | null
  readonly patience?: Patience
  readonly prepare?: Prepare
}

/** The engine for installations that outgrow one machine. @param url `postgres://…` */
export async function openPostgres(
  url: string,
  ids: IdSource,
  onError: (error: Error) => void,
  { poolSize = 10, replicaUrl = null, patience = PATIENCE_MS, prepare = migrate }: PostgresOptions = {},
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    pipeline: true,
    // The pool has one figure for both, and gives it to its clients, which have their own here.
    connectionTimeoutMillis: patience.queue,
    Client: clientWith(patience.connect),
    keepAlive: true,
  })
  // A connection lost while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', onError)
  // Likewise one that is lost between two statements of a transaction; its next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  let queries = 0
  const watched = watchPool(pool, () => {
    queries++
  })
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: watched }) })
  const transactions = createTransactions(watched)
  const replica =
    replicaUrl === null ? null : openReplica({ url: replicaUrl, primaryUrl: url, poolSize }, types, onError)
  const readerOf = (from: typeof replica) =>
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool: readingPool(watched, from) }) })
  const read = readerOf(replica)
  const primary = readerOf(null)
  const invalidations = createInvalidationReader(url)
  const stopCleaning = cleanInvalidations(kysely, onError)
  async function close(): Promise<void> {
    stopCleaning()
    await invalidations.close()
    await read.destroy()
    await primary.destroy()
    await kysely.destroy()
    if (!pool.ending) await pool.end()
    await replica?.close()
  }
  try {
    await prepare(kysely, 'postgres')
  } catch (error) {
    await close()
    throw error
  }
  let retries = 0
  const listeners: (() => void)[] = []
  const tell = () => {
    for (const listener of listeners) listener()
  }
  return {
    engine: 'postgres',
    ids,
    read,
    primary,
    invalidations: invalidations.log,
    catchUp: invalidations.catchUp,
    async write(work) {
      for (let attempt = 1; ; attempt++) {
        let isCommitting = false
        try {
          const value = await transactions.run(work, () => {
            isCommitting = true
          })
          tell()
          return value
        } catch (error) {
          // A connection that was lost may have taken the answer to a commit along.
          if (isCommitting) tell()
          const isLost = error instanceof DatabaseFailure && error.kind === 'unavailable' && !isCommitting
          const mayTry = isLost ? attempt < LOST_ATTEMPTS : attempt < ATTEMPTS && isAskedToRepeat(error)
          if (!mayTry) throw error
          retries++
          const most = Math.min(PAUSE.least * 2 ** (attempt - 1), PAUSE.most)
          await new Promise((resolve) => setTimeout(resolve, Math.random() * most))
        }
      }
    },
    onCommit: (listener) => void listeners.push(listener),
    figures: () => ({
      connections: pool.totalCount,
      connections_idle: pool.idleCount,
      connections_waiting: pool.waitingCount,
      retries_total: retries,
      queries_total: queries,
      ...replica?.figures(),
    }),
    close,
  }
}

function clientWith(connectionTimeoutMillis: number): typeof pg.Client {
  return class extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionTimeoutMillis })
    }
  }
}

/** By the engine: transactions that crossed, and ids that two nodes made alike. Made anew, they are others. */
function isAskedToRepeat(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  const { code = '', constraint = '' } = error
  return TRY_AGAIN.has(code) || (code === TAKEN && ID_KEYS.has(constraint))
}
