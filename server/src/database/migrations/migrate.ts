import { type Kysely, sql } from 'kysely'
import type { Engine } from '../database.ts'
import type { Schema } from '../schema.ts'
import * as start from './001-start.ts'
import * as moderation from './013-moderation.ts'
import * as notifications from './020-notifications.ts'
import * as access from './028-access.ts'
import * as linkCards from './046-link-cards.ts'
import * as warnings from './047-warnings.ts'
import * as profiles from './048-profiles.ts'
import * as polls from './049-polls.ts'
import * as versions from './050-versions.ts'
import * as refinements from './051-refinements.ts'
import type { Up } from './migration.ts'
import { hashMigration } from './migration-hash.ts'
import { createTriggers } from './postgres-triggers.ts'

export const MIGRATIONS = [
  start,
  moderation,
  notifications,
  access,
  linkCards,
  warnings,
  profiles,
  polls,
  versions,
  refinements,
].flatMap(({ migrations }) => Object.entries<Up>(migrations).map(([name, up]) => ({ name, up })))

/** Advice to the operator in DatabaseVersionError. */
const NEWER = 'Please update this one, or restore the backup that was made before the newer version was started.'
const OTHER = 'Please use it with the Quack that created it, or start this one with an empty DATA_DIR or DATABASE_URL.'

const changed = (name: string) => `The migration ${name} has changed since it was applied.`

/** An arbitrary number, used by no other advisory lock. */
const LOCK = 7_182_818

/**
 * Runs the missing migrations. All of it is one transaction behind a lock: if several nodes start at the same instant,
 * one migrates while the others wait, and a node that dies midway leaves nothing behind.
 */
export async function migrate(db: Kysely<Schema>, engine: Engine): Promise<void> {
  await db.connection().execute(async (connection) => {
    await (engine === 'sqlite' ? sql`begin immediate` : sql`begin`).execute(connection)
    try {
      if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(connection)
      await sql`
        create table if not exists migrations (name text primary key, applied_at bigint not null, hash text)
      `.execute(connection)
      const applied = await readApplied(connection)
      await refuseOtherVersions(applied, engine)
      await storeMissingHashes(connection, engine, applied)
      for (const migration of MIGRATIONS) {
        const { name, up } = migration
        if (applied.has(name)) continue
        await up(connection, engine)
        const hash = await hashOf(migration, engine)
        await sql`insert into migrations (name, applied_at, hash) values (${name}, ${Date.now()}, ${hash})`.execute(
          connection,
        )
      }
      // SQLite's triggers are temporary: the server creates them on its connection for writes.
      if (engine === 'postgres') await createTriggers(connection)
      await sql`commit`.execute(connection)
    } catch (error) {
      await sql`rollback`.execute(connection)
      throw error
    }
  })
}

/** They depend on nothing but the program: one that opens several databases computes them once. */
const hashes = new Map<string, Promise<string>>()

function hashOf({ name, up }: (typeof MIGRATIONS)[number], engine: Engine): Promise<string> {
  const key = `${engine} ${name}`
  const known = hashes.get(key) ?? hashMigration(up, engine)
  hashes.set(key, known)
  return known
}

/** Prepares a database before it is used: migrates it, or checks that it is up to date. */
export type Prepare = (db: Kysely<Schema>, engine: Engine) => Promise<void>

/** For programs that run beside the server. They must not migrate its tables. */
export const requireCurrent: Prepare = async (db, engine) => {
  if (!(await hasTable(db, engine, 'migrations'))) throw new NoInstallationError(engine)
  const applied = await readApplied(db)
  await refuseOtherVersions(applied, engine)
  if (MIGRATIONS.some(({ name }) => !applied.has(name))) {
    throw new DatabaseVersionError(['It was created by an older Quack.'], 'Please start this one once to update it.')
  }
}

/** The hash of each applied migration; null if it was applied before hashes were stored. */
type Applied = ReadonlyMap<string, string | null>

async function readApplied(db: Kysely<Schema>): Promise<Applied> {
  // All columns, because the table of an older release has no hash.
  const { rows } = await sql<{ name: string; hash?: string | null }>`select * from migrations`.execute(db)
  return new Map(rows.map(({ name, hash }) => [name, hash ?? null]))
}

/**
 * Refuses databases of other versions. A newer release writes rows that this one does not understand. A migration that
 * was edited after it was applied has left tables that differ from those that this program expects.
 */
async function refuseOtherVersions(applied: Applied, engine: Engine): Promise<void> {
  const known = new Set(MIGRATIONS.map(({ name }) => name))
  const unknown = [...applied.keys()].filter((name) => !known.has(name))
  const problems = unknown.map((name) => `The migration ${name} belongs to a newer Quack.`)
  for (const migration of MIGRATIONS) {
    const hash = applied.get(migration.name)
    if (hash && hash !== (await hashOf(migration, engine))) problems.push(changed(migration.name))
  }
  if (problems.length > 0) throw new DatabaseVersionError(problems, unknown.length > 0 ? NEWER : OTHER)
}

/** Stores the hashes of migrations that were applied before hashes existed. */
async function storeMissingHashes(db: Kysely<Schema>, engine: Engine, applied: Applied): Promise<void> {
  const unhashed = MIGRATIONS.filter(({ name }) => applied.get(name) === null)
  if (unhashed.length === 0) return
  // Before hashes existed, only 001-start was edited after it had been applied. Its last edit added this table.
  const isOfFirstCommits = !(await hasTable(db, engine, 'follow_events'))
  if (isOfFirstCommits) throw new DatabaseVersionError([changed('001-start')], OTHER)
  await addHashColumn(db)
  for (const migration of unhashed) {
    const hash = await hashOf(migration, engine)
    await sql`update migrations set hash = ${hash} where name = ${migration.name}`.execute(db)
  }
}

async function hasTable(db: Kysely<Schema>, engine: Engine, name: string): Promise<boolean> {
  const { rows } = await (engine === 'sqlite'
    ? sql`select 1 from sqlite_schema where name = ${name}`
    : sql`select 1 where to_regclass(${name}) is not null`
  ).execute(db)
  return rows.length > 0
}

async function addHashColumn(db: Kysely<Schema>): Promise<void> {
  const { rows } = await sql<object>`select * from migrations limit 1`.execute(db)
  if (rows.every((row) => !('hash' in row))) await sql`alter table migrations add column hash text`.execute(db)
}

/** The database is of another version of the program, and this one cannot use it. */
export class DatabaseVersionError extends Error {
  /** @param problems one sentence each. @param remedy what the operator can do */
  constructor(problems: readonly string[], remedy: string) {
    super(['The database does not fit this Quack:', ...problems.map((problem) => `  - ${problem}`), remedy].join('\n'))
  }
}

/** The database has no tables of this program. */
export class NoInstallationError extends Error {
  constructor(engine: Engine) {
    const setting = engine === 'sqlite' ? 'DATA_DIR' : 'DATABASE_URL'
    super(`There is no Quack in the database of ${setting} yet. Is it the server's?`)
  }
}
