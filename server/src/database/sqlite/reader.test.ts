import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { holdLock } from '../../../test/lock-holder.ts'
import { test } from '../../../test/sqlite-file.ts'
import { ThreadFailure } from '../../threads/thread.ts'
import type { Database } from '../database.ts'
import { createIdSource } from '../ids.ts'
import { prepared } from '../prepared.ts'
import { createReader } from './reader.ts'
import { openSqlite } from './sqlite.ts'

const count = sql<{ count: number }>`select count(*) as count from settings`
const countSettings = async ({ heavy }: Database) => (await count.execute(heavy.read)).rows[0]?.count
const write = (db: Database, key: string) =>
  db.write((transaction) => transaction.insertInto('settings').values({ key, value: '' }).execute())

/** It takes thousands of turns of the event loop. */
const countLong = sql<{ count: number }>`
  with recursive numbers (number) as (select 1 union all select number + 1 from numbers limit 300000)
  select count(*) as count from numbers`

/** Of the next thread. */
async function nextThread(): Promise<Worker> {
  const [thread] = await once(process, 'worker')
  return thread
}

test('a statement in the thread does not hold the event loop, and has the same rows', async ({ db }) => {
  await write(db, 'one')
  let isDone = false
  const done = countLong.execute(db.heavy.read).then(({ rows }) => {
    isDone = true
    return rows
  })
  let turns = 0
  for (; !isDone; turns++) await nextTurn()
  expect(turns).toBeGreaterThan(20)
  expect(await done).toEqual([{ count: 300_000 }])

  const rows = prepared(
    (_, { key }: { key: string }) => sql`select key, value, null as empty from settings where key = ${key}`,
  )
  expect(await rows.all(db.heavy.read, { key: 'one' })).toEqual([{ key: 'one', value: '', empty: null }])
  expect(await rows.all(db.heavy.read, { key: 'one' })).toEqual(await rows.all(db.read, { key: 'one' }))
  expect(await rows.all(db.heavy.search, { key: 'none' })).toEqual([])
  expect(db.stats().heavy_queries_total).toBe(4)
})

test('each statement sees what was committed before it, and nothing of an open transaction', async ({ db }) => {
  const before = await countSettings(db)
  for (let writes = 1; writes <= 20; writes++) {
    await write(db, `setting ${writes}`)
    expect(await countSettings(db)).toBe(Number(before) + writes)
  }
  await db.write(async (transaction) => {
    await transaction.deleteFrom('settings').execute()
    expect(await countSettings(db)).toBe(Number(before) + 20)
  })
  expect(await countSettings(db)).toBe(0)
})

test('an error is that of the database, and the next statement is answered', async ({ db }) => {
  const wrong = sql`select * from nowhere`.execute(db.heavy.read)
  await expect(wrong).rejects.toMatchObject({ message: 'no such table: nowhere', code: 'ERR_SQLITE_ERROR', errcode: 1 })
  await expect(sql`delete from settings`.execute(db.heavy.read)).rejects.toThrow('readonly')
  expect(await countSettings(db)).toBeGreaterThan(0)
})

test('a statement waits for the lock of another process', async ({ file }) => {
  await (await openSqlite(file, createIdSource(1))).close()
  const holder = await holdLock(file, 'whole')
  const impatient = createReader(file, 0, 1)
  await expect(count.execute(impatient.kysely)).rejects.toMatchObject({ kind: 'locked' })
  await impatient.close()
  const reader = createReader(file, 60_000, 1)
  const counted = count.execute(reader.kysely)
  while (reader.queries < 3) await nextTurn()
  await holder.release()
  expect((await counted).rows).toMatchObject([{ count: expect.any(Number) }])
  await reader.close()
})

test('a database that is closed waits for the thread, leaves no log, and starts no other', async ({ file }) => {
  const db = await openSqlite(file, createIdSource(1))
  await write(db, 'one')
  const starting = nextThread()
  const under = countLong.execute(db.heavy.read)
  await starting
  await db.close()
  expect((await under).rows).toEqual([{ count: 300_000 }])
  expect(existsSync(`${file}-wal`)).toBe(false)
  await expect(countSettings(db)).rejects.toThrow(ThreadFailure)
})
