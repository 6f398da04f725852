import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { createRandom } from '@quack/testing/random'
import { expect } from 'vitest'
import { openDatabase } from '../../src/database/open/open.ts'
import type { TestApp } from '../app.ts'
import { test } from '../fixtures.ts'
import { signUpAll } from './crash.ts'
import { createLedger } from './ledger.ts'
import { findLosses } from './verify.ts'
import { createWriter, type Shared } from './writer.ts'

// A fixed seed: each run makes the same choices. crash.long.test.ts kills a server and its database.
const SEED = 1
const WRITERS = 4
const WRITES = 40

test('what a server leaves that ends now has every acknowledged write, and nothing of one under way', async ({
  app,
  address,
  directory,
}) => {
  const target = { whole: async () => address }
  const ledger = createLedger()
  const shared: Shared = { members: await signUpAll(target, 'writer', WRITERS), posts: [], comments: [] }
  const writers = shared.members.map((_, me) => createWriter(target, ledger, shared, me, createRandom(SEED + me)))
  for (const writer of writers) await writer.createPost()
  await Promise.all(
    writers.map(async (writer) => {
      for (let count = 0; count < WRITES; count++) await writer.writeOnce()
    }),
  )
  expect(ledger.counts).toMatchObject({ unknown: 0 })
  expect(ledger.counts.done).toBeGreaterThan((WRITERS * WRITES) / 2)

  const [written, over] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const underWay = app.db.write(async (transaction) => {
    await transaction.updateTable('posts').set({ like_count: 1_000, content: 'half' }).execute()
    written.resolve()
    await over.promise
    throw new Error('The server has ended.')
  })
  await written.promise
  const left = await openLeft(app, directory)
  over.resolve()
  await expect(underWay).rejects.toThrow('The server has ended.')
  try {
    expect(await findLosses(left, ledger)).toEqual([])
  } finally {
    await left.close()
  }
})

/** The data as the next start would find them. On PostgreSQL, they are with another process. */
function openLeft({ database, directory }: TestApp, copy: string) {
  if (database.env.DATABASE_URL !== undefined) return database.reopen()
  // The file first: what is written back from the log meanwhile is still in the log.
  for (const name of ['quack.sqlite', 'quack.sqlite-wal']) copyFileSync(join(directory, name), join(copy, name))
  return openDatabase({ file: join(copy, 'quack.sqlite') }, (error) => expect.fail(error.message))
}
