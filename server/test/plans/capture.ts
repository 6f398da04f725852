import type { KyselyPlugin } from 'kysely'
import type { Database } from '../../src/database/database.ts'

export interface Captured {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** A wrapper of the database that records every statement once, under its text. */
export function captureStatements(db: Database, statements: Map<string, Captured>): Database {
  const plain = db.read.getExecutor()
  const plugin: KyselyPlugin = {
    transformQuery({ node, queryId }) {
      const { sql, parameters } = plain.compileQuery(node, queryId)
      statements.set(sql, { sql, parameters })
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return {
    ...db,
    read: db.read.withPlugin(plugin),
    primary: db.primary.withPlugin(plugin),
    heavy: {
      ...db.heavy,
      read: db.heavy.read.withPlugin(plugin),
      primary: db.heavy.primary.withPlugin(plugin),
      search: db.heavy.search.withPlugin(plugin),
    },
    write: (work) => db.write((transaction) => work(transaction.withPlugin(plugin))),
  }
}
