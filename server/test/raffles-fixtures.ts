import { createTestDatabase } from './database.ts'
import { test as base } from './fixtures.ts'
import { createRaffles } from './raffles.ts'

/** A database with raffles, nodes that end them, and what these have done. */
export const test = base.extend('raffles', async ({ directory }, { onCleanup }) => {
  const database = await createTestDatabase(directory)
  const raffles = await createRaffles(database.db, database.reopen)
  onCleanup(async () => {
    await raffles.close()
    await database.drop()
  })
  return { ...raffles, database }
})
