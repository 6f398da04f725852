import { randomBytes } from 'node:crypto'
import { copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '../src/database/database.ts'
import type { Prepare } from '../src/database/migrate.ts'
import { type DatabasePlace, openDatabase } from '../src/database/open.ts'

/** The PostgreSQL server of this run, where the suite runs on that engine; empty for SQLite. */
export const SERVER_URL = process.env.TEST_DATABASE_URL ?? ''

/** A migrated, empty database to copy: a file, or the name of a database on that server. Empty without one. */
const TEMPLATE = process.env.TEST_DATABASE_TEMPLATE ?? ''

export const ENGINE = SERVER_URL === '' ? 'sqlite' : 'postgres'

/** Where a database can be, and not yet a table in it. */
export interface TestPlace {
  readonly place: DatabasePlace
  /** What tells a server process to keep its data here. */
  readonly env: Record<string, string>
  drop(): Promise<void>
}

export interface TestDatabase {
  readonly db: Database
  /** What tells another process to work on this data. */
  readonly env: Record<string, string>
  /** Opens the same data once more, as another node or a restart would. @param prepare the migrations unless said */
  reopen(prepare?: Prepare): Promise<Database>
  drop(): Promise<void>
}

/** A place of its own on the engine of this run, without tables. @param directory where an embedded database goes */
export function createTestPlace(directory: string): Promise<TestPlace> {
  return createPlace(directory, '')
}

/** @param template what the place is a copy of; empty for a place without tables */
async function createPlace(directory: string, template: string): Promise<TestPlace> {
  if (SERVER_URL === '') {
    if (template !== '') await copyFile(template, join(directory, 'quack.sqlite'))
    return {
      place: { file: join(directory, 'quack.sqlite') },
      env: { DATA_DIR: directory },
      drop: async () => undefined,
    }
  }
  const name = `quack_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name}${template === '' ? '' : ` template ${template}`}`)
  const url = new URL(SERVER_URL)
  url.pathname = `/${name}`
  return {
    place: { url: url.href },
    env: { DATA_DIR: directory, DATABASE_URL: url.href },
    // Without force: connections that are just ending end by themselves, and one that is left open is told.
    drop: () => dropDatabase(name),
  }
}

/** An empty, migrated database of its own on the engine of this run. @param directory where an embedded one goes */
export async function createTestDatabase(directory: string): Promise<TestDatabase> {
  const { place, env, drop } = await createPlace(directory, TEMPLATE)
  const open = (prepare?: Prepare) => openDatabase(place, fail, prepare)
  const db = await open()
  return {
    db,
    env,
    reopen: open,
    async drop() {
      await db.close()
      await drop()
    },
  }
}

/**
 * Each drop makes a checkpoint, which writes pages of every database and can meet one that another test file is just
 * dropping. That one is gone the next time.
 */
async function dropDatabase(name: string, attempts = 3): Promise<void> {
  try {
    await administer(`drop database ${name}`)
  } catch (error) {
    const isCrossed = error instanceof Error && error.message === 'checkpoint request failed'
    if (!isCrossed || attempts === 1) throw error
    await dropDatabase(name, attempts - 1)
  }
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: SERVER_URL })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function fail(error: Error): void {
  throw error
}
