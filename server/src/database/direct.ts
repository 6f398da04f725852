import type { Connection } from './database.ts'

/** Runs a compiled statement on an engine without the query builder's executor (prepared.ts). */
export interface Direct {
  /** SQLite answers synchronously, unless another process holds the lock that the statement needs. */
  all(text: string, parameters: readonly unknown[]): unknown[] | Promise<unknown[]>
  /** @returns how many rows it changed */
  run(text: string, parameters: readonly unknown[]): number | Promise<number>
  /** Sends a statement of a transaction without waiting for its result. If it fails, the transaction fails. */
  send?(text: string, parameters: readonly unknown[]): void
}

const known = new WeakMap<Connection, Direct>()

export function setDirect(db: Connection, direct: Direct): void {
  known.set(db, direct)
}

/** Undefined for reads from PostgreSQL, and for a connection with a Kysely plugin. */
export function directOf(db: Connection): Direct | undefined {
  return known.get(db)
}
