import type { Kysely } from 'kysely'
import type { IdSource } from './ids.ts'
import type { InvalidationLog } from './invalidation-log.ts'
import type { Schema } from './schema.ts'

/** What a query function takes: the reading side, or the transaction it is part of. */
export type Connection = Kysely<Schema>

export type Engine = 'sqlite' | 'postgres'

export interface Database {
  readonly engine: Engine
  readonly ids: IdSource
  /** For reading outside a transaction; sees every write that was acknowledged. */
  readonly read: Connection
  /** The same, never from a replica: for what only the primary knows. */
  readonly primary: Connection
  /**
   * Runs `work` in a transaction and resolves once it is durable. It may run more than once (PostgreSQL asks for a
   * retry when transactions cross), so it must do nothing but query: no hashing, no files, no network. A throw takes
   * back all that it wrote.
   */
  write<T>(work: (transaction: Connection) => Promise<T>): Promise<T>
  /** What commits have invalidated, whoever made them, as far as this process has looked. */
  readonly invalidations: InvalidationLog
  /**
   * Brings `invalidations` up to every commit that was acknowledged before this call, on any node. To be called before
   * cached data are used, at the earliest when the request has arrived.
   * @returns null where that is done; a promise rejects when the database is away, and nothing cached may be used
   */
  catchUp(): Promise<void> | null
  /** Calls back after each commit of this process that other nodes do not learn of by themselves. */
  onCommit(listener: () => void): void
  /** How it is doing, by name; which there are depends on the engine (features/metrics). */
  figures(): Readonly<Record<string, number>>
  /** Waits for writes under way, then lets go of the engine. */
  close(): Promise<void>
}

/** Whether cached data may be used for a request that has arrived. */
export async function isCurrent(db: Pick<Database, 'catchUp'>): Promise<boolean> {
  try {
    await db.catchUp()
    return true
  } catch {
    return false
  }
}
