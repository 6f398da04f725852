import { createTestDatabase } from './database.ts'
import { test as base } from './fixtures.ts'
import { createPolls } from './polls.ts'

/** A database with polls, nodes that end them, and what these have done. */
export const test = base.extend('polls', async ({ directory }, { onCleanup }) => {
  const database = await createTestDatabase(directory)
  const polls = await createPolls(database.db, database.reopen)
  onCleanup(async () => {
    await polls.close()
    await database.drop()
  })
  return { ...polls, database }
})
