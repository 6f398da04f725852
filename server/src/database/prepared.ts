import type { CompiledQuery } from 'kysely'
import type { Connection } from './database.ts'
import { directOf } from './direct.ts'
import { isPostgres } from './is-in.ts'
import { Placeholder } from './placeholder.ts'

/** Anything of Kysely's that can be a statement: a query, or one written with `sql`. */
interface Statement<Row> {
  compile(db: Connection): CompiledQuery<Row>
}

/** A statement in the words of one engine, and where its values go. */
interface Form {
  readonly compiled: CompiledQuery<unknown>
  readonly values: readonly unknown[]
}

/**
 * A statement that is built and compiled once for each engine, and then given nothing but values: building one anew
 * costs several times what SQLite takes to answer it.
 * @param build makes the statement. It passes the values on and looks at none of them: the first time there are none
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

  /** Without a direct way. The statement is built again where a plugin wants to see each one as it is built. */
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
    /** The only row, or the first. */
    async first(db: Connection, values: Values): Promise<Row | undefined> {
      return (await this.all(db, values))[0]
    },
    /** For one that returns no rows. @returns how many it changed */
    async run(db: Connection, values: Values): Promise<number> {
      const direct = directOf(db)
      if (!direct) return Number((await execute(db, values)).numAffectedRows ?? 0)
      const form = formOf(db)
      return direct.run(form.compiled.sql, fill(form, values))
    },
    /**
     * For one of a transaction whose result is not needed. On PostgreSQL it is sent without waiting for its answer; the
     * commit, which follows at once, waits for it. If it fails, the transaction fails with its error.
     */
    async send(transaction: Connection, values: Values): Promise<void> {
      const direct = directOf(transaction)
      if (!direct?.send) return void (await this.run(transaction, values))
      const form = formOf(transaction)
      direct.send(form.compiled.sql, fill(form, values))
    },
  }
}
