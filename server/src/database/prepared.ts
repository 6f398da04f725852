import type { CompiledQuery } from 'kysely'
import type { Connection } from './database.ts'
import { isPostgres } from './engine.ts'

/** Stands for a value while a statement is compiled. */
export class Placeholder {
  readonly name: string
  /** Converts the value for the engine. */
  readonly encode: (value: unknown) => unknown

  constructor(name: string, encode: (value: unknown) => unknown = (value) => value) {
    this.name = name
    this.encode = encode
  }

  /** A computation with a placeholder would put a constant into the compiled statement. */
  [Symbol.toPrimitive](): never {
    throw new TypeError(`The value of ${this.name} is unknown while its statement is compiled.`)
  }
}

/** Anything of Kysely's that compiles to a statement: a query, or one written with `sql`. */
interface Compilable<Row> {
  compile(db: Connection): CompiledQuery<Row>
}

/** A statement compiled for one engine, with its values and placeholders. */
interface CompiledStatement {
  readonly compiled: CompiledQuery<unknown>
  readonly values: readonly unknown[]
}

/**
 * A statement that is built and compiled once per engine; each call only supplies values. Building a query takes
 * several times as long as SQLite takes to run it. Each way to run it is a function, which needs no wrapper:
 * `export const findX = prepared(…).first`.
 * @param build builds the statement. It must not look at the values: they are placeholders when it is compiled
 */
export function prepared<Values extends object, Row>(build: (db: Connection, values: Values) => Compilable<Row>) {
  const compiledByEngine: { sqlite?: CompiledStatement; postgres?: CompiledStatement } = {}

  function compile(db: Connection): CompiledStatement {
    const named = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })
    const compiled = build(db, named as Values).compile(db)
    return { compiled, values: compiled.parameters }
  }

  function fill(statement: CompiledStatement, values: Values): unknown[] {
    return statement.values.map((value) =>
      value instanceof Placeholder ? value.encode(values[value.name as keyof Values]) : value,
    )
  }

  function compiledFor(db: Connection): CompiledStatement {
    const engine = isPostgres(db) ? 'postgres' : 'sqlite'
    const statement = compiledByEngine[engine] ?? compile(db)
    compiledByEngine[engine] = statement
    return statement
  }

  /** Runs the statement by Kysely's executor. If there are plugins, it is built again, so that they see the query. */
  function execute(db: Connection, values: Values) {
    const executor = db.getExecutor()
    if (executor.plugins.length > 0) return executor.executeQuery<Row>(build(db, values).compile(db))
    const statement = compiledFor(db)
    const compiled = statement.compiled as CompiledQuery<Row>
    return executor.executeQuery<Row>({ ...compiled, parameters: fill(statement, values) })
  }

  async function all(db: Connection, values: Values): Promise<Row[]> {
    const direct = directStatementsOf(db)
    if (!direct) return (await execute(db, values)).rows
    const statement = compiledFor(db)
    return direct.all(statement.compiled.sql, fill(statement, values)) as Row[] | Promise<Row[]>
  }

  async function run(db: Connection, values: Values): Promise<number> {
    const direct = directStatementsOf(db)
    if (!direct) return Number((await execute(db, values)).numAffectedRows ?? 0)
    const statement = compiledFor(db)
    return direct.run(statement.compiled.sql, fill(statement, values))
  }

  return {
    all,
    /** The first row, or the only one. */
    async first(db: Connection, values: Values): Promise<Row | undefined> {
      return (await all(db, values))[0]
    },
    /** @returns whether there is a row */
    async has(db: Connection, values: Values): Promise<boolean> {
      return (await all(db, values)).length > 0
    },
    /** For a statement that returns no rows. @returns how many rows it changed */
    run,
    /** For a statement that returns no rows. @returns whether it changed one */
    async changes(db: Connection, values: Values): Promise<boolean> {
      return (await run(db, values)) > 0
    },
    /**
     * For a statement of a transaction whose result is not needed. On PostgreSQL it is sent without waiting for its
     * answer; the commit waits for it. If it fails, the transaction fails with its error.
     */
    async send(transaction: Connection, values: Values): Promise<void> {
      const direct = directStatementsOf(transaction)
      if (!direct?.send) return void (await run(transaction, values))
      const statement = compiledFor(transaction)
      direct.send(statement.compiled.sql, fill(statement, values))
    },
  }
}

/** Runs a compiled statement on an engine without the query builder's executor. */
export interface DirectStatements {
  /**
   * SQLite answers at once, unless others go first (sqlite/turns.ts), or another process holds the lock that it needs.
   * Its thread for heavy reads answers later.
   */
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
function directStatementsOf(db: Connection): DirectStatements | undefined {
  return statements.get(db)
}
