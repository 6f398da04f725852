import { randomBytes } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '../src/database/database.ts'
import type { Prepare } from '../src/database/migrations/migrate.ts'
import { type DatabaseLocation, openDatabase } from '../src/database/open/open.ts'

/** The PostgreSQL server of this run; empty for SQLite. */
export const SERVER_URL = process.env.TEST_DATABASE_URL ?? ''

/** A migrated, empty database to copy: a file, or the name of a database on that server. Empty if there is none. */
const TEMPLATE = process.env.TEST_DATABASE_TEMPLATE ?? ''

export const ENGINE = SERVER_URL === '' ? 'sqlite' : 'postgres'

/** The location of a database that has no tables yet. */
export interface TestLocation {
  readonly location: DatabaseLocation
  /** The environment that makes a server process use it. */
  readonly env: Record<string, string>
  drop(): Promise<void>
}

export interface TestDatabase {
  readonly db: Database
  readonly location: DatabaseLocation
  /** The environment that makes another process use this data. */
  readonly env: Record<string, string>
  /** Opens the same data again, as another node or a restart would. @param prepare defaults to the migrations */
  reopen(prepare?: Prepare): Promise<Database>
  drop(): Promise<void>
}

/** A new location without tables, on the engine of this run. @param directory where a SQLite file goes */
export function createTestLocation(directory: string): Promise<TestLocation> {
  return createLocation(directory, '')
}

/** @param template the database to copy; empty for a location without tables */
async function createLocation(directory: string, template: string): Promise<TestLocation> {
  if (SERVER_URL === '') {
    if (template !== '') await copyFile(template, join(directory, 'quack.sqlite'))
    return {
      location: { file: join(directory, 'quack.sqlite') },
      env: { DATA_DIR: directory },
      drop: async () => undefined,
    }
  }
  const name = `quack_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name}${template === '' ? '' : ` template ${template}`}`)
  const url = new URL(SERVER_URL)
  url.pathname = `/${name}`
  return {
    location: { url: url.href },
    env: { DATA_DIR: directory, DATABASE_URL: url.href },
    // Without force: connections that are being closed end by themselves, and a leaked one causes an error.
    drop: () => dropDatabase(name),
  }
}

/** A new, empty, migrated database on the engine of this run. @param directory where a SQLite file goes */
export async function createTestDatabase(directory: string): Promise<TestDatabase> {
  return openTestDatabase(await createLocation(directory, TEMPLATE))
}

/** Migrates what is there, as a start does. */
export async function openTestDatabase({ location, env, drop }: TestLocation): Promise<TestDatabase> {
  const open = (prepare?: Prepare) => openDatabase(location, fail, prepare)
  const db = await open()
  return {
    db,
    location,
    env,
    reopen: open,
    async drop() {
      await db.close()
      await drop()
    },
  }
}

/** Object in use: a connection has not ended within the five seconds for which PostgreSQL waits. */
const IN_USE = '55006'

/**
 * Each drop causes a checkpoint, which writes pages of every database. It fails if another test file drops its database
 * at the same time. A retry succeeds, as it does if a full machine takes long to end a connection that is being closed.
 */
async function dropDatabase(name: string, attempts = 3): Promise<void> {
  try {
    await administer(`drop database ${name}`)
  } catch (error) {
    if (!(error instanceof pg.DatabaseError)) throw error
    const isCrossed = error.message === 'checkpoint request failed'
    if (!isCrossed && error.code !== IN_USE) throw error
    if (attempts > 1) return dropDatabase(name, attempts - 1)
    throw isCrossed ? error : new Error(`Connections to ${name} were leaked: ${await describeConnections(name)}`)
  }
}

async function describeConnections(name: string): Promise<string> {
  const columns = 'backend_type, application_name, wait_event_type, wait_event'
  return JSON.stringify(await administer(`select ${columns} from pg_stat_activity where datname = '${name}'`))
}

async function administer(statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: SERVER_URL })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

function fail(error: Error): void {
  throw error
}
