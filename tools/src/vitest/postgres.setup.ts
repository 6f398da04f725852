import { randomBytes } from 'node:crypto'
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../../server/src/database/open.ts'
import { startPostgres } from '../postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty for tests that run on SQLite. */
    databaseUrl: string
    /** What a test's database is copied from: the file or database in which the migrations have run. */
    databaseTemplate: string
  }
}

/** Gives the tests of the project `postgres` a server: the one TEST_DATABASE_URL names, else one of their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined && given !== '') {
    const drop = await provideTemplate(project, given)
    return drop
  }
  const postgres = await startPostgres()
  await provideTemplate(project, postgres.url)
  return () => postgres.stop()
}

/** @returns what drops the template again */
async function provideTemplate(project: TestProject, url: string): Promise<() => Promise<void>> {
  const name = `quack_template_${randomBytes(6).toString('hex')}`
  const address = new URL(url)
  address.pathname = `/${name}`
  await administer(url, `create database ${name}`)
  const db = await openDatabase({ url: address.href }, (error) => console.error(error))
  await db.close()
  project.provide('databaseUrl', url)
  project.provide('databaseTemplate', name)
  return () => administer(url, `drop database ${name}`)
}

async function administer(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(statement).finally(() => client.end())
}
