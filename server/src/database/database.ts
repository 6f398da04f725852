import type { Kysely } from 'kysely'
import type { ChangeLog, ChangeNotes, Changes } from './changes.ts'
import type { IdSource } from './ids.ts'
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
   * back all that it wrote. It says to `changes` what it changes of what answers show.
   */
  write<T>(work: (transaction: Connection, changes: Changes) => Promise<T>): Promise<T>
  /** What was changed lately; null where others write too, and nobody here would know. */
  readonly changes: ChangeLog | null
  /** Calls back after each commit of this process, before its caller is told, with what the transaction said. */
  onCommit(listener: (notes: ChangeNotes) => void): void
  /** How it is doing, by name; which there are depends on the engine (features/metrics). */
  figures(): Readonly<Record<string, number>>
  /** Waits for writes under way, then lets go of the engine. */
  close(): Promise<void>
}
