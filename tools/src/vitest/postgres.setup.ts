import { randomBytes } from 'node:crypto'
import { startPostgres } from '@quack/testing/postgres'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../server/src/database/open/open.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty for tests that run on SQLite. */
    databaseUrl: string
    /** The migrated file of which each test gets a copy; on PostgreSQL, a database and how it is copied. */
    databaseTemplate: string
  }
}

/**
 * Each database lives for seconds: nothing in it needs to be vacuumed, written out before it is dropped, or compiled.
 * Nor does anybody ask which statement a connection runs. That is a fifth of the server's processor time.
 */
const SHORT_LIVED = [
  'autovacuum=off',
  'track_counts=off',
  'track_activities=off',
  'jit=off',
  'shared_buffers=256MB',
  'max_wal_size=8GB',
  'checkpoint_timeout=1h',
]

/** Provides the server for the project `postgres`: that of TEST_DATABASE_URL, or else a private one. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined && given !== '') {
    const drop = await provideTemplate(project, given)
    return drop
  }
  const postgres = await startPostgres({ settings: SHORT_LIVED })
  await provideTemplate(project, postgres.url)
  return () => postgres.stop()
}

/** @returns a function that drops the template */
async function provideTemplate(project: TestProject, url: string): Promise<() => Promise<void>> {
  const name = `quack_template_${randomBytes(6).toString('hex')}`
  const address = new URL(url)
  address.pathname = `/${name}`
  await administer(url, `create database ${name}`)
  const db = await openDatabase({ url: address.href }, (error) => console.error(error))
  await db.close()
  project.provide('databaseUrl', url)
  // Since PostgreSQL 15, a copy is made through the write-ahead log by default. A copy of the files costs half of that.
  const [{ server_version_num: version } = {}] = await administer(url, 'show server_version_num')
  project.provide('databaseTemplate', Number(version) >= 150_000 ? `${name} strategy file_copy` : name)
  return async () => void (await administer(url, `drop database ${name}`))
}

async function administer(url: string, statement: string): Promise<Record<string, string>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query(statement).finally(() => client.end())
  return rows
}
