import type { Connection } from './database.ts'

/** Runs a compiled statement on an engine, past the query builder and its promises (prepared.ts). */
export interface Direct {
  /** The embedded engine answers at once, but where another process has the lock that the statement needs. */
  all(text: string, parameters: readonly unknown[]): unknown[] | Promise<unknown[]>
  /** @returns how many rows it changed */
  run(text: string, parameters: readonly unknown[]): number | Promise<number>
  /** Sends a statement of a transaction whose result nobody needs. If it fails, the transaction does. */
  send?(text: string, parameters: readonly unknown[]): void
}

const known = new WeakMap<Connection, Direct>()

export function setDirect(db: Connection, direct: Direct): void {
  known.set(db, direct)
}

/** None for reads of PostgreSQL, and for a connection that a plugin listens to. */
export function directOf(db: Connection): Direct | undefined {
  return known.get(db)
}
