import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { test as base } from '../../../test/sqlite-file.ts'
import type { Database } from '../database.ts'
import { createIdSource } from '../ids.ts'
import { migrate, requireCurrent } from '../migrations/migrate.ts'
import { LostWritesError } from './open-mark.ts'
import { openSqlite } from './sqlite.ts'

const KEYS = ['first', 'second', 'third']

async function write(db: Database, key: string): Promise<void> {
  await db.write((transaction) => transaction.insertInto('settings').values({ key, value: key }).execute())
}

async function keysIn(db: Database): Promise<string[]> {
  const rows = await db.read.selectFrom('settings').select('key').where('key', 'in', KEYS).orderBy('key').execute()
  return rows.map(({ key }) => key)
}

const test = base
  /** What a server that ended now would leave, in another directory. */
  .extend('leave', ({ file }) => (name = 'left') => {
    const directory = join(dirname(file), name)
    mkdirSync(directory)
    copyLeft(file, join(directory, 'quack.sqlite'))
    return join(directory, 'quack.sqlite')
  })
  .extend('start', ({ task: _task }, { onCleanup }) => {
    const opened: Database[] = []
    onCleanup(async () => {
      for (const db of opened) await db.close()
    })
    return async (file: string, prepare = migrate) => {
      const told: string[] = []
      const onError = (error: Error) => told.push(`${error instanceof LostWritesError} ${error.message}`)
      const db = await openSqlite(file, createIdSource(1), { prepare, onError })
      opened.push(db)
      return { db, told }
    }
  })

const keptIn = (file: string) => readdirSync(dirname(file)).filter((name) => name.includes('.damaged-'))

function flip(path: string, position: number): void {
  const bytes = readFileSync(path)
  bytes.writeUInt8(bytes.readUInt8(position) ^ 1, position)
  writeFileSync(path, bytes)
}

/** What a server leaves that has written all keys and ends without closing. */
async function makeLeft(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'quack-wal-'))
  const file = join(directory, 'open.sqlite')
  const db = await openSqlite(file, createIdSource(1))
  for (const key of KEYS) await write(db, key)
  copyLeft(file, join(directory, 'quack.sqlite'))
  await db.close()
  return directory
}

function copyLeft(file: string, to: string): void {
  for (const end of ['', '-wal', '-shm', '-open']) {
    if (existsSync(file + end)) copyFileSync(file + end, to + end)
  }
}

/** Each takes the log's path and its length. */
const DAMAGES: Readonly<Record<string, { damage(log: string, length: number): void; says: RegExp; isKept?: false }>> = {
  missing: { damage: (log) => rmSync(log), says: /-wal\) is missing after/, isKept: false },
  empty: { damage: (log) => truncateSync(log, 0), says: /is empty after/ },
  'cut within its header': { damage: (log) => truncateSync(log, 20), says: /is empty after/ },
  'overwritten by zeros': { damage: (log, length) => writeFileSync(log, Buffer.alloc(length)), says: /damaged header/ },
  'damaged in its header': { damage: (log) => flip(log, 13), says: /has a damaged header after/ },
  'cut after its header': { damage: (log) => truncateSync(log, 32), says: /read up to page 0 of \d+ after/ },
  'without its last page': {
    damage: (log, length) => truncateSync(log, length - 1),
    says: /up to page [1-9]\d* of \d+/,
  },
  'damaged in its last page': { damage: (log, length) => flip(log, length - 1), says: /up to page [1-9]\d* of \d+/ },
  'damaged in its first page': { damage: (log) => flip(log, 100), says: /up to page 0 of \d+ after/ },
}

describe('after an unclean end', () => {
  let source: string
  beforeAll(async () => {
    source = await makeLeft()
  })
  afterAll(() => rm(source, { recursive: true, force: true }))

  for (const [name, { damage, says, isKept = true }] of Object.entries(DAMAGES)) {
    test(`a log that is ${name} is told once, and kept`, async ({ file: left, start }) => {
      copyLeft(join(source, 'quack.sqlite'), left)
      const log = `${left}-wal`
      damage(log, readFileSync(log).length)
      const damaged = isKept ? readFileSync(log) : null

      // Tools leave it to the server.
      await expect(start(left, requireCurrent)).rejects.toThrow(/after an unclean end.*start the server first/)
      const { db: after, told } = await start(left)
      expect(told).toEqual([expect.stringMatching(says)])
      expect(told[0]).toMatch(/^true .* What was written since 20\d\d-[\d-]+T[\d:.]+Z may be missing\./)
      expect(await keysIn(after)).not.toContain('third')
      expect(after.stats().writes_lost).toBe(1)
      const kept = keptIn(left)
      expect(kept.map((copy) => readFileSync(join(dirname(left), copy)))).toEqual(damaged === null ? [] : [damaged])
      for (const copy of kept) expect(told[0]).toContain(copy)

      await write(after, 'third')
      await after.close()
      const again = await start(left)
      expect(again.told).toEqual([])
      expect(await keysIn(again.db)).toContain('third')
      expect(keptIn(left)).toEqual(kept)
    })
  }

  test('a database that is missing is told', async ({ file: left, start }) => {
    copyLeft(join(source, 'quack.sqlite'), left)
    rmSync(left)
    expect((await start(left)).told).toEqual([expect.stringMatching(/The database .* is missing after an unclean end/)])
  })

  test('a whole log is read without a word, also twice, and after a command', async ({ db, leave, start, file }) => {
    await write(db, 'first')
    const left = leave()
    const first = await start(left)
    expect(first.told).toEqual([])
    expect(await keysIn(first.db)).toEqual(['first'])
    await write(first.db, 'second')
    expect(existsSync(`${left}-open`)).toBe(true)

    const twice = leave('twice')
    // The command is the last to close it, so it writes the log back, and SQLite deletes it.
    const command = await start(twice, requireCurrent)
    await write(command.db, 'third')
    await command.db.close()
    expect(existsSync(`${twice}-wal`)).toBe(false)
    const second = await start(twice)
    expect(second.told).toEqual([])
    expect(await keysIn(second.db)).toEqual(['first', 'third'])
    expect(existsSync(`${file}-open`)).toBe(true)
  })

  test('a log that was written back, and begun anew, is no loss', async ({ db, leave, start, file }) => {
    for (const key of ['first', 'second']) await write(db, key)
    const other = new DatabaseSync(file)
    expect(other.prepare('pragma wal_checkpoint(restart)').get()).toMatchObject({ busy: 0 })
    other.close()
    const written = await start(leave('written-back'))
    expect(written.told).toEqual([])
    await write(db, 'third')
    const begun = await start(leave('begun'))
    expect(begun.told).toEqual([])
    expect(await keysIn(begun.db)).toEqual(['first', 'second', 'third'])
  })
})

test('a server that was closed, or has written nothing, leaves no mark', async ({ file, start }) => {
  const { db, told } = await start(file)
  expect(existsSync(`${file}-open`)).toBe(false)
  await write(db, 'first')
  expect(existsSync(`${file}-open`)).toBe(true)
  await db.close()
  expect(existsSync(`${file}-open`)).toBe(false)
  expect(existsSync(`${file}-wal`)).toBe(false)
  const again = await start(file)
  expect([...told, ...again.told]).toEqual([])
})

test('a command beside a server neither removes the mark nor sets one', async ({ file, start }) => {
  const { db: server } = await start(file)
  const { db: early } = await start(file, requireCurrent)
  await write(early, 'first')
  expect(existsSync(`${file}-open`)).toBe(false)
  await write(server, 'second')
  await early.close()
  expect(existsSync(`${file}-open`)).toBe(true)
})
