import type { CompiledQuery } from 'kysely'
import type { Connection } from './database.ts'
import { directOf } from './direct.ts'
import { isPostgres } from './is-in.ts'
import { Placeholder } from './placeholder.ts'

/** Anything of Kysely's that compiles to a statement: a query, or one written with `sql`. */
interface Statement<Row> {
  compile(db: Connection): CompiledQuery<Row>
}

/** A statement compiled for one engine, with its values and placeholders. */
interface Form {
  readonly compiled: CompiledQuery<unknown>
  readonly values: readonly unknown[]
}

/**
 * A statement that is built and compiled once per engine; each call only supplies values. Building a query takes
 * several times as long as SQLite takes to run it.
 * @param build builds the statement. It must not look at the values: they are placeholders when it is compiled
 */
export function prepared<Values extends object, Row>(build: (db: Connection, values: Values) => Statement<Row>) {
  const forms: { sqlite?: Form; postgres?: Form } = {}

  function compile(db: Connection): Form {
    const named = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })
    const compiled = build(db, named as Values).compile(db)
    return { compiled, values: compiled.parameters }
  }

  function fill(form: Form, values: Values): unknown[] {
    return form.values.map((value) =>
      value instanceof Placeholder ? value.encode(values[value.name as keyof Values]) : value,
    )
  }

  function formOf(db: Connection): Form {
    const engine = isPostgres(db) ? 'postgres' : 'sqlite'
    const form = forms[engine] ?? compile(db)
    forms[engine] = form
    return form
  }

  /** Runs the statement by Kysely's executor. If there are plugins, it is built again, so that they see the query. */
  function execute(db: Connection, values: Values) {
    const executor = db.getExecutor()
    if (executor.plugins.length > 0) return executor.executeQuery<Row>(build(db, values).compile(db))
    const form = formOf(db)
    const compiled = form.compiled as CompiledQuery<Row>
    return executor.executeQuery<Row>({ ...compiled, parameters: fill(form, values) })
  }

  return {
    async all(db: Connection, values: Values): Promise<Row[]> {
      const direct = directOf(db)
      if (!direct) return (await execute(db, values)).rows
      const form = formOf(db)
      return direct.all(form.compiled.sql, fill(form, values)) as Row[] | Promise<Row[]>
    },
    /** The first row, or the only one. */
    async first(db: Connection, values: Values): Promise<Row | undefined> {
      return (await this.all(db, values))[0]
    },
    /** For a statement that returns no rows. @returns how many rows it changed */
    async run(db: Connection, values: Values): Promise<number> {
      const direct = directOf(db)
      if (!direct) return Number((await execute(db, values)).numAffectedRows ?? 0)
      const form = formOf(db)
      return direct.run(form.compiled.sql, fill(form, values))
    },
    /**
     * For a statement of a transaction whose result is not needed. On PostgreSQL it is sent without waiting for its
     * answer; the commit waits for it. If it fails, the transaction fails with its error.
     */
    async send(transaction: Connection, values: Values): Promise<void> {
      const direct = directOf(transaction)
      if (!direct?.send) return void (await this.run(transaction, values))
      const form = formOf(transaction)
      direct.send(form.compiled.sql, fill(form, values))
    },
  }
}
