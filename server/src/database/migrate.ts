import { type Kysely, sql } from 'kysely'
import type { Engine } from './database.ts'
import * as start from './migrations/001-start.ts'
import * as accounts from './migrations/002-accounts.ts'
import * as mediaUploads from './migrations/003-media-uploads.ts'
import * as mediaConversions from './migrations/004-media-conversions.ts'
import * as operations from './migrations/005-operations.ts'
import * as postAlt from './migrations/006-post-alt.ts'
import * as sharedAccount from './migrations/007-shared-account.ts'
import type { Schema } from './schema.ts'

/** In order; a released migration is never edited, a change is a new one. */
const MIGRATIONS: readonly { name: string; up(db: Kysely<Schema>, engine: Engine): Promise<void> }[] = [
  { name: '001-start', up: start.up },
  { name: '002-accounts', up: accounts.up },
  { name: '003-media-uploads', up: mediaUploads.up },
  { name: '004-media-conversions', up: mediaConversions.up },
  { name: '005-operations', up: operations.up },
  { name: '006-post-alt', up: postAlt.up },
  { name: '007-shared-account', up: sharedAccount.up },
]

/** Any number that is ours alone among PostgreSQL's advisory locks. */
const LOCK = 7_182_818

/**
 * Brings the tables up to date. Everything happens in one transaction behind a lock, so that of several nodes that
 * start at the same instant one does the work while the others wait, and a node that dies half-way leaves nothing.
 */
export async function migrate(db: Kysely<Schema>, engine: Engine): Promise<void> {
  await db.connection().execute(async (connection) => {
    await (engine === 'sqlite' ? sql`begin immediate` : sql`begin`).execute(connection)
    try {
      if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(connection)
      await sql`create table if not exists migrations (name text primary key, applied_at bigint not null)`.execute(
        connection,
      )
      const { rows } = await sql<{ name: string }>`select name from migrations`.execute(connection)
      const applied = new Set(rows.map((row) => row.name))
      refuseFromTheFuture(applied)
      for (const migration of MIGRATIONS) {
        if (applied.has(migration.name)) continue
        await migration.up(connection, engine)
        await sql`insert into migrations (name, applied_at) values (${migration.name}, ${Date.now()})`.execute(
          connection,
        )
      }
      await sql`commit`.execute(connection)
    } catch (error) {
      await sql`rollback`.execute(connection)
      throw error
    }
  })
}

/** What is done with a database before it is used. */
export type Prepare = (db: Kysely<Schema>, engine: Engine) => Promise<void>

/** For programs beside a running server, which must not change the tables under it. */
export const requireCurrent: Prepare = async (db) => {
  const { rows } = await sql<{ name: string }>`select name from migrations`.execute(db)
  const applied = new Set(rows.map((row) => row.name))
  refuseFromTheFuture(applied)
  if (MIGRATIONS.some(({ name }) => !applied.has(name))) {
    throw new Error('The database is of an older Quack. Please start this one once, which brings it up to date.')
  }
}

/** An older program on a newer database would write rows that the newer one can't trust. */
function refuseFromTheFuture(applied: ReadonlySet<string>) {
  const known = new Set(MIGRATIONS.map((migration) => migration.name))
  const unknown = [...applied].filter((name) => !known.has(name))
  if (unknown.length > 0) {
    throw new Error(`The database was made by a newer Quack (${unknown.join(', ')}). Please update this one.`)
  }
}
