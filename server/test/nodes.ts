import { createIdSource } from '../src/database/ids.ts'
import { openPostgres } from '../src/database/postgres/postgres.ts'
import { startTestApp, type TestApp } from './app.ts'

export interface Nodes {
  readonly one: TestApp
  readonly other: TestApp
  close(): Promise<void>
}

/**
 * Two nodes on one database. The clock of the second one is behind by this many milliseconds. On SQLite, which has one
 * process, both are the same.
 */
export async function startNodes(behindMs = 0): Promise<Nodes> {
  const one = await startTestApp()
  const url = one.database.env.DATABASE_URL
  if (url === undefined) return { one, other: one, close: one.close }
  const ids = createIdSource(1, () => Date.now() - behindMs)
  const db = await openPostgres(url, ids, fail)
  const other = await startTestApp({ ...one.dependencies, db })
  return {
    one,
    other,
    async close() {
      await other.close()
      await db.close()
      await one.close()
    },
  }
}

function fail(error: Error): void {
  throw error
}
