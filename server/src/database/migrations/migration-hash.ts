import { createHash } from 'node:crypto'
import {
  type Dialect,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresQueryCompiler,
  SqliteAdapter,
  SqliteQueryCompiler,
} from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'
import type { Up } from './migration.ts'

/**
 * Identifies a migration, so that a later edit of it is found. The hash covers the SQL that is executed on this engine,
 * not the source file: formatting, comments and types may change. White space in the SQL is ignored. So are parameters,
 * which may differ from run to run.
 */
export async function hashMigration(up: Up, engine: Engine): Promise<string> {
  const hash = createHash('sha256')
  const db = new Kysely<Schema>({
    dialect: engine === 'sqlite' ? SQLITE : POSTGRES,
    log: ({ query }) => {
      hash.update(`${query.sql.replaceAll(/\s+/g, ' ').trim()};`)
    },
  })
  await up(db, engine)
  return hash.digest('hex')
}

/** The dialect of one engine, except that nothing is executed. */
function dryDialect(parts: Pick<Dialect, 'createAdapter' | 'createQueryCompiler'>): Dialect {
  return {
    ...parts,
    createDriver: () => new DummyDriver(),
    createIntrospector() {
      throw new TypeError('A migration must not depend on existing tables.')
    },
  }
}

const SQLITE = dryDialect({
  createAdapter: () => new SqliteAdapter(),
  createQueryCompiler: () => new SqliteQueryCompiler(),
})
const POSTGRES = dryDialect({
  createAdapter: () => new PostgresAdapter(),
  createQueryCompiler: () => new PostgresQueryCompiler(),
})
