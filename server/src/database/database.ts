import type { Kysely } from 'kysely'
import type { IdSource } from './ids.ts'
import type { InvalidationLog } from './invalidation-log.ts'
import type { Schema } from './schema.ts'

/** What a query runs on: the connection for reads, or a transaction. */
export type Connection = Kysely<Schema>

export type Engine = 'sqlite' | 'postgres'

export interface WriteOptions {
  /**
   * For work that is done again if it is lost. On SQLite, other writes go first for a while, and its commit does not
   * wait for the disk: a crash of the machine may undo it, if no other write was acknowledged since. PostgreSQL ignores
   * it.
   */
  readonly isBackground?: boolean
}

/** Where reads outside a transaction go. */
export interface ReadConnections {
  readonly engine: Engine
  /** They see every acknowledged write. */
  readonly read: Connection
  /** As `read`, but never from a replica. */
  readonly primary: Connection
}

export interface HeavyConnections extends ReadConnections {
  /**
   * As `primary`, for statements whose cost depends on what a member has typed. On PostgreSQL each is planned for its
   * values, and ended after a time limit (isTooSlow).
   */
  readonly search: Connection
}

export interface Database extends ReadConnections {
  readonly ids: IdSource
  /**
   * For statements that may take long and return ids, numbers or a bounded amount of text. On SQLite a thread runs
   * them, so that they do not hold the event loop. Sending one there and back costs as much as a small statement.
   */
  readonly heavy: HeavyConnections
  /**
   * Runs `work` in a transaction and resolves once it is durable (but see isBackground). `work` may run more than once,
   * because PostgreSQL can ask for a retry. So it must only query: no hashing, no files, no network. A throw rolls the
   * transaction back.
   */
  write<T>(work: (transaction: Connection) => Promise<T>, options?: WriteOptions): Promise<T>
  /** The invalidations of all processes' commits, as far as this process has read them. */
  readonly invalidations: InvalidationLog
  /**
   * Brings `invalidations` up to every commit that any node acknowledged before this call. Call it after a request has
   * arrived and before cached data are used for it. If the database is unreachable, it rejects, or throws at once on
   * SQLite. Then the caches must not be used.
   * @returns null if there is nothing to wait for
   */
  catchUp(): Promise<void> | null
  /**
   * Calls the listener after each commit of this process, so that it can signal other nodes. On SQLite it is never
   * called, because other processes notice a commit without a signal.
   */
  onCommit(listener: () => void): void
  /** Statistics for /metrics, by name. The names depend on the engine (features/metrics). */
  stats(): Readonly<Record<string, number>>
  /** Waits for writes under way, then closes the engine. */
  close(): Promise<void>
}

/** Calls `catchUp`. @returns whether cached data may be used for the present request */
export async function tryCatchUp(db: Pick<Database, 'catchUp'>): Promise<boolean> {
  try {
    await db.catchUp()
    return true
  } catch {
    return false
  }
}

const NOTHING_TO_CHANGE = new Error('There is nothing to change.')

/**
 * As `db.write`, for a write that may find only after it has begun that there is nothing to change. A like, for
 * example, is counted first, because that locks the post.
 * @param work returns null, or why there is nothing to change; then all that it has written is rolled back
 * @returns what `work` has returned
 */
export async function writeChange<Reason extends string>(
  db: Database,
  work: (transaction: Connection) => Promise<Reason | null>,
): Promise<Reason | null> {
  let reason: Reason | null = null
  try {
    await db.write(async (transaction) => {
      reason = await work(transaction)
      if (reason !== null) throw NOTHING_TO_CHANGE
    })
  } catch (error) {
    if (error !== NOTHING_TO_CHANGE) throw error
  }
  return reason
}
