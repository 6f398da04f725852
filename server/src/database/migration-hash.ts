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
import type { Engine } from './database.ts'
import type { Schema } from './schema.ts'

/** Changes the tables by statements alone: it must also run where every query finds no rows. */
export type Up = (db: Kysely<Schema>, engine: Engine) => Promise<void>

/**
 * Says whether a migration is still the one that a database was made with. It is the hash of the SQL text that is
 * executed on this engine, not of the source file: formatting, comments and types may change. White space in SQL does
 * not count. Nor do parameters: they may differ from run to run, as the time does.
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

/** Of one engine in all but that nothing is executed. */
function dryDialect(parts: Pick<Dialect, 'createAdapter' | 'createQueryCompiler'>): Dialect {
  return {
    ...parts,
    createDriver: () => new DummyDriver(),
    createIntrospector() {
      throw new TypeError('A migration does not depend on what is there.')
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
