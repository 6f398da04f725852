import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '../src/database/database.ts'
import { openDatabase } from '../src/database/open.ts'

/** The PostgreSQL server of this run, where the suite runs on that engine; empty for SQLite. */
const SERVER_URL = process.env.TEST_DATABASE_URL ?? ''

export const ENGINE = SERVER_URL === '' ? 'sqlite' : 'postgres'

export interface TestDatabase {
  readonly db: Database
  /** Opens the same data once more, as another node or a restart would. */
  reopen(): Promise<Database>
  drop(): Promise<void>
}

/** An empty, migrated database of its own on the engine of this run. @param directory where an embedded one goes */
export async function createTestDatabase(directory: string): Promise<TestDatabase> {
  if (SERVER_URL === '') {
    const open = () => openDatabase({ file: join(directory, 'quack.sqlite') }, fail)
    const db = await open()
    return { db, reopen: open, drop: () => db.close() }
  }
  const name = `quack_${randomBytes(6).toString('hex')}`
  await administer(`create database ${name}`)
  const url = new URL(SERVER_URL)
  url.pathname = `/${name}`
  const open = () => openDatabase({ url: url.href }, fail)
  const db = await open()
  return {
    db,
    reopen: open,
    async drop() {
      await db.close()
      await administer(`drop database ${name} with (force)`)
    },
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
