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

  /** By way of Kysely; anew where something of it wants to see every statement as it is built. */
  function execute(db: Connection, values: Values) {
    const executor = db.getExecutor()
    if (executor.plugins.length > 0) return executor.executeQuery<Row>(build(db, values).compile(db))
    const engine = isPostgres(db) ? 'postgres' : 'sqlite'
    forms[engine] ??= compile(db)
    const form = forms[engine]
    const compiled = form.compiled as CompiledQuery<Row>
    return executor.executeQuery<Row>({ ...compiled, parameters: fill(form, values) })
  }

  return {
    async all(db: Connection, values: Values): Promise<Row[]> {
      const direct = directOf(db)
      if (!direct) return (await execute(db, values)).rows
      forms.sqlite ??= compile(db)
      return direct.all(forms.sqlite.compiled.sql, fill(forms.sqlite, values)) as Row[] | Promise<Row[]>
    },
    /** The only row, or the first. */
    async first(db: Connection, values: Values): Promise<Row | undefined> {
      return (await this.all(db, values))[0]
    },
    /** For one that returns no rows. @returns how many it changed */
    async run(db: Connection, values: Values): Promise<number> {
      const direct = directOf(db)
      if (!direct) return Number((await execute(db, values)).numAffectedRows ?? 0)
      forms.sqlite ??= compile(db)
      return direct.run(forms.sqlite.compiled.sql, fill(forms.sqlite, values))
    },
  }
}
