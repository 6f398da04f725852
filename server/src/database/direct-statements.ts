import type { Connection } from './database.ts'

/** Runs a compiled statement on an engine without the query builder's executor (prepared.ts). */
export interface DirectStatements {
  /** SQLite answers at once, unless others go first (sqlite/turns.ts), or another process holds the lock that it needs. */
  all(text: string, parameters: readonly unknown[]): unknown[] | Promise<unknown[]>
  /** @returns how many rows it changed */
  run(text: string, parameters: readonly unknown[]): number | Promise<number>
  /** Sends a statement of a transaction without waiting for its result. If it fails, the transaction fails. */
  send?(text: string, parameters: readonly unknown[]): void
}

const statements = new WeakMap<Connection, DirectStatements>()

export function setDirectStatements(db: Connection, direct: DirectStatements): void {
  statements.set(db, direct)
}

/** Undefined for reads from PostgreSQL, and for a connection with a Kysely plugin. */
export function directStatementsOf(db: Connection): DirectStatements | undefined {
  return statements.get(db)
}
