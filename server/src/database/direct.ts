import type { Connection } from './database.ts'

/**
 * Runs a statement at once, past the query builder and its promises: what the embedded engine can do. Where another
 * process has the lock it takes, the result is a promise.
 */
export interface Direct {
  all(text: string, parameters: readonly unknown[]): unknown[] | Promise<unknown[]>
  /** @returns how many rows it changed */
  run(text: string, parameters: readonly unknown[]): number | Promise<number>
}

const known = new WeakMap<Connection, Direct>()

export function setDirect(db: Connection, direct: Direct): void {
  known.set(db, direct)
}

/** None for PostgreSQL, and for a connection that a plugin listens to. */
export function directOf(db: Connection): Direct | undefined {
  return known.get(db)
}
