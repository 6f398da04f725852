import { expect } from 'vitest'
import { test } from '../../test/sqlite-file.ts'
import type { Connection } from './database.ts'
import { createIdSource } from './ids.ts'
import { openSqlite } from './sqlite.ts'

/** Longer than these tests may take. */
const LONG = { patienceMs: 3_600_000 }

const put = (key: string) => (transaction: Connection) =>
  transaction.insertInto('settings').values({ key, value: '' }).execute()

test('a patient write shares the commit of the next one', async ({ db }) => {
  const { commits_total: before = 0 } = db.stats()
  const patient = db.write(put('patient'), LONG)
  await Promise.all([db.write(put('usual')), patient])
  expect(db.stats().commits_total).toBe(before + 1)
})

test('a patient write that fails does not affect the one whose commit it shares', async ({ db }) => {
  const patient = db.write(async (transaction) => {
    await put('undone')(transaction)
    throw new Error('The index is broken.')
  }, LONG)
  await Promise.all([db.write(put('usual')), expect(patient).rejects.toThrow('The index is broken.')])
  await expect(db.write(put('usual'))).rejects.toThrow('UNIQUE')
  await db.write(put('undone'))
})

test('a patient write does not wait longer than it has said', async ({ db }) => {
  await db.write(put('patient'), { patienceMs: 1 })
  await expect(db.write(put('patient'))).rejects.toThrow('UNIQUE')
})

test('a database that is closed commits patient writes first', async ({ db, file }) => {
  const patient = db.write(put('patient'), LONG)
  await db.close()
  await patient
  const opened = await openSqlite(file, createIdSource(1))
  await expect(opened.write(put('patient'))).rejects.toThrow('UNIQUE')
  await opened.close()
})
