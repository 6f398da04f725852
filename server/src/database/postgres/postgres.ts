import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { Database } from '../database.ts'
import { DatabaseFailure } from '../failure.ts'
import type { IdSource } from '../ids.ts'
import { migrate, type Prepare } from '../migrations/migrate.ts'
import type { Schema } from '../schema.ts'
import { cleanInvalidations, createInvalidationReader } from './invalidations.ts'
import { createQueryPool } from './pool.ts'
import { createReadPool } from './reads.ts'
import { openReplica } from './replica.ts'
import { createSearchPool } from './search.ts'
import { createTransactions } from './transactions.ts'

/**
 * Maximum attempts of a transaction that conflicts with others. With many concurrent writers of one row it needs a few.
 * On Citus it needs more, because a row lock in a reference table covers the whole table.
 */
const ATTEMPTS = 12
/** Limits of the random back-off before the next attempt, in milliseconds. */
const BACKOFF_MS = { least: 10, most: 320 } as const
/** Serialization failure and deadlock: the transaction can be retried. */
const CONFLICTS = new Set(['40001', '40P01'])
/** Unique violation. */
const DUPLICATE_KEY = '23505'
/**
 * Keys that hold generated ids (ids.ts), or random ones. Two nodes with the same number can create equal ids in one
 * millisecond.
 */
export const ID_KEYS = new Set([
  'polls_id_key',
  ...[
    ...[
      'members',
      'sessions',
      'posts',
      'reposts',
      'comments',
      'tags',
      'like_events',
      'follow_events',
      'muted_words',
      'apps',
    ],
    ...['account_events', 'passkeys', 'applications', 'invitations', 'reports', 'decisions', 'audit_log'],
    ...['notification_groups', 'mails', 'mailed_strangers', 'search_changes', 'link_cards'],
  ].map((table) => `${table}_pkey`),
])

// int8 arrives as text. Our ids and sums fit a JavaScript number exactly (see ids.ts).
const INT8 = 20
// The sum of int8 is numeric. It arrives as text and may not fit, so queries have to cast it. Others are refused.
const NUMERIC = 1700
const types = { ...pg.types, getTypeParser: parserOf } as typeof pg.types
function parserOf(oid: number, format?: 'text' | 'binary') {
  if (oid === NUMERIC) return refuseNumeric
  return oid === INT8 ? Number : pg.types.getTypeParser(oid, format as 'text')
}
function refuseNumeric(): never {
  throw new TypeError('The query has a numeric result. Please cast it to bigint or integer.')
}

/** Maximum attempts of a transaction whose connection is lost before its commit. Such a transaction changes nothing. */
const LOST_ATTEMPTS = 3

/** Maximum waiting times, in milliseconds. */
export interface Timeouts {
  /** For the server to accept a new connection; after that it is considered unreachable. */
  readonly connect: number
  /**
   * For a free connection of the pool. This is longer, because a server may be busy with a burst. The load gate limits
   * how many requests wait.
   */
  readonly queue: number
}

const TIMEOUTS_MS: Timeouts = { connect: 5_000, queue: 30_000 }

export interface PostgresOptions {
  /** Maximum number of connections to the primary, and of those to the replica. */
  readonly poolSize?: number
  /** A streaming replica to read from; null for none. */
  readonly replicaUrl?: string | null
  readonly timeouts?: Timeouts
  readonly prepare?: Prepare
}

/** For installations that need more than one machine. @param url `postgres://…` */
export async function openPostgres(
  url: string,
  ids: IdSource,
  onError: (error: Error) => void,
  { poolSize = 10, replicaUrl = null, timeouts = TIMEOUTS_MS, prepare = migrate }: PostgresOptions = {},
): Promise<Database> {
  const pool = new pg.Pool({
    connectionString: url,
    max: poolSize,
    types,
    pipeline: true,
    // The pool applies this timeout to new connections too. The client class overrides it there.
    connectionTimeoutMillis: timeouts.queue,
    Client: clientWith(timeouts.connect),
    keepAlive: true,
  })
  // The pool replaces a connection that is lost while idle. Without a listener the error would end the process.
  pool.on('error', onError)
  // The same for a connection that is lost between two statements of a transaction. The next statement fails.
  pool.on('connect', (client) => client.on('error', () => undefined))
  let queries = 0
  const queryPool = createQueryPool(pool, () => {
    queries++
  })
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: queryPool }) })
  const transactions = createTransactions(queryPool)
  const replica =
    replicaUrl === null ? null : openReplica({ url: replicaUrl, primaryUrl: url, poolSize }, types, onError)
  const readerOf = (from: typeof replica) =>
    new Kysely<Schema>({ dialect: new PostgresDialect({ pool: createReadPool(queryPool, from) }) })
  const read = readerOf(replica)
  const primary = readerOf(null)
  const search = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: createSearchPool(queryPool) }) })
  const invalidations = createInvalidationReader(url)
  const stopCleaning = cleanInvalidations(kysely, onError)
  async function close(): Promise<void> {
    stopCleaning()
    await invalidations.close()
    await read.destroy()
    await primary.destroy()
    await search.destroy()
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
  const notifyListeners = () => {
    for (const listener of listeners) listener()
  }
  return {
    engine: 'postgres',
    ids,
    read,
    primary,
    heavy: { engine: 'postgres', read, primary, search },
    invalidations: invalidations.log,
    catchUp: invalidations.catchUp,
    async write(work) {
      for (let attempt = 1; ; attempt++) {
        let isCommitting = false
        try {
          const value = await transactions.run(work, () => {
            isCommitting = true
          })
          notifyListeners()
          return value
        } catch (error) {
          // The commit may have succeeded although its response was lost.
          if (isCommitting) notifyListeners()
          const isLost = error instanceof DatabaseFailure && error.kind === 'unavailable' && !isCommitting
          const mayTry = isLost ? attempt < LOST_ATTEMPTS : attempt < ATTEMPTS && isRetryable(error)
          if (!mayTry) throw error
          retries++
          const most = Math.min(BACKOFF_MS.least * 2 ** (attempt - 1), BACKOFF_MS.most)
          await new Promise((resolve) => setTimeout(resolve, Math.random() * most))
        }
      }
    },
    onCommit: (listener) => void listeners.push(listener),
    stats: () => ({
      connections: pool.totalCount,
      connections_idle: pool.idleCount,
      connections_waiting: pool.waitingCount,
      retries_total: retries,
      queries_total: queries,
      ...replica?.stats(),
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

/** Whether a retry can succeed: transactions that conflicted, and equal ids of two nodes. A retry generates new ids. */
function isRetryable(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false
  const { code = '', constraint = '' } = error
  return CONFLICTS.has(code) || (code === DUPLICATE_KEY && ID_KEYS.has(constraint))
}
