import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect } from 'vitest'
import { test } from '../../../test/sqlite-file.ts'
import type { Database } from '../database.ts'
import { createIdSource } from '../ids.ts'
import type { Invalidation } from '../invalidation-log.ts'
import { createCheckpoints } from './checkpoints.ts'
import { CHECKPOINT_PAGES, connect } from './connection.ts'
import { openSqlite } from './sqlite.ts'

const PAGE_BYTES = 4_096

/** One commit that adds about this many pages to the WAL. */
function writePages(db: Database, key: string, pages: number): Promise<void> {
  const value = 'x'.repeat(pages * PAGE_BYTES)
  return db.write(async (transaction) => {
    await transaction.insertInto('settings').values({ key, value }).execute()
  })
}

const writeLong = (db: Database) => writePages(db, 'long', CHECKPOINT_PAGES.thread)
const untilCheckpoint = (db: Database) => expect.poll(() => db.stats().checkpoints_total).toBe(1)

test('a thread writes a long WAL back, and the next commit resets it', async ({ db }) => {
  await writeLong(db)
  await untilCheckpoint(db)
  await writePages(db, 'short', 1)
  expect(db.stats().wal_pages).toBeLessThan(100)
})

test('a commit that makes the WAL too long writes it back itself', async ({ db }) => {
  await writePages(db, 'long', CHECKPOINT_PAGES.commit)
  await writePages(db, 'short', 1)
  expect(db.stats()).toMatchObject({ checkpoints_total: 0, wal_pages: expect.toSatisfy((pages) => pages < 100) })
})

test('a commit leaves a shorter WAL to the thread', async ({ file }) => {
  const connection = connect(file, 0, 1)
  connection.run('create table long (value)')
  connection.run(`insert into long values (zeroblob(${CHECKPOINT_PAGES.thread * PAGE_BYTES}))`)
  expect(connection.prepare('pragma wal_checkpoint(noop)').all([])).toMatchObject([{ checkpointed: 0 }])
  await connection.close()
})

test('a checkpoint invalidates nothing', async ({ db }) => {
  await writeLong(db)
  await db.catchUp()
  const invalidated: Invalidation[] = []
  db.invalidations.listen((batch) => invalidated.push(...batch))
  await untilCheckpoint(db)
  await writePages(db, 'short', 1)
  await db.catchUp()
  expect(invalidated).toEqual([])
})

test('a database that is closed during a checkpoint leaves no WAL, and has all rows', async ({ db, file }) => {
  await writeLong(db)
  await writePages(db, 'short', 1)
  await db.close()
  expect(existsSync(`${file}-wal`)).toBe(false)
  const opened = await openSqlite(file, createIdSource(1))
  const rows = await opened.read.selectFrom('settings').select('key').where('key', 'in', ['long', 'short']).execute()
  await opened.close()
  expect(rows).toHaveLength(2)
})

test('a commit after the end starts no thread', async ({ file }) => {
  const connection = connect(file, 0, 1)
  const checkpoints = createCheckpoints(file, connection)
  await checkpoints.close()
  connection.run('create table long (value)')
  connection.run(`insert into long values (zeroblob(${CHECKPOINT_PAGES.thread * PAGE_BYTES}))`)
  checkpoints.afterCommit()
  expect(checkpoints.stats().wal_pages).toBe(0)
  await connection.close()
})

/** Runs it in a process of its own, with an open database `db` that has a long WAL. @returns what it prints */
async function runProgram(file: string, program: string): Promise<string> {
  const start = `
    const { openSqlite } = await import('${new URL('./sqlite.ts', import.meta.url)}')
    const { createIdSource } = await import('${new URL('../ids.ts', import.meta.url)}')
    const db = await openSqlite('${file}', createIdSource(1))
    const value = 'x'.repeat(${CHECKPOINT_PAGES.thread * PAGE_BYTES})
    await db.write((transaction) => transaction.insertInto('settings').values({ key: 'long', value }).execute())`
  // A file, because threads do not start with the options of --eval.
  const script = `${file}.mjs`
  await writeFile(script, `${start}\n${program}`)
  return (await promisify(execFile)(process.execPath, [script])).stdout
}

test('a process that does nothing else waits for the thread when it closes', async ({ file }) => {
  expect(await runProgram(file, `await db.close(); console.log('closed')`)).toBe('closed\n')
})

test.runIf(process.platform === 'linux')(
  'the thread has a lower priority than the one that answers requests',
  async ({ file }) => {
    const program = `
    const { readdirSync } = await import('node:fs')
    const { getPriority } = await import('node:os')
    while (db.stats().checkpoints_total === 0) await new Promise((resolve) => setImmediate(resolve))
    const threads = readdirSync('/proc/self/task').map(Number).filter((thread) => thread !== process.pid)
    console.log(JSON.stringify([getPriority(), Math.max(...threads.map((thread) => getPriority(thread)))]))
    await db.close()`
    const [main, lowest] = JSON.parse(await runProgram(file, program)) as [number, number]
    expect(lowest).toBeGreaterThan(main)
  },
)
