import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'vitest'
import { createIdSource } from '../src/database/ids.ts'
import { openSqlite } from '../src/database/sqlite/sqlite.ts'

/** A SQLite file of the test's own, also in the tests of PostgreSQL. */
export const test = base
  .extend('file', async ({ task: _task }, { onCleanup }) => {
    const directory = await mkdtemp(join(tmpdir(), 'quack-sqlite-'))
    onCleanup(() => rm(directory, { recursive: true, force: true }))
    return join(directory, 'quack.sqlite')
  })
  .extend('db', async ({ file }, { onCleanup }) => {
    const db = await openSqlite(file, createIdSource(1))
    onCleanup(db.close)
    return db
  })
