import type { TestProject } from 'vitest/node'
import { startPostgres } from '../postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Empty for tests that run on SQLite. */
    databaseUrl: string
  }
}

/** Gives the tests of the project `postgres` a server: the one TEST_DATABASE_URL names, else one of their own. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env.TEST_DATABASE_URL
  if (given !== undefined && given !== '') {
    project.provide('databaseUrl', given)
    return async () => {}
  }
  const postgres = await startPostgres()
  project.provide('databaseUrl', postgres.url)
  return () => postgres.stop()
}
