import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closeDatabase, type DeviceDatabase, deleteMember, openDatabase } from './database.ts'

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
})

afterEach(closeDatabase)

async function fill(database: DeviceDatabase, member: string): Promise<void> {
  const use = { bytes: 2, usedAt: 1 }
  await database.put('pages', { member, name: '/api/feed', text: '{}', savedAt: 1, ...use })
  await database.put('pictures', { member, url: '/media/a.webp', blob: new Blob(['ab']), ...use })
  await database.put('settings', { member, name: 'a', value: 1 })
  for (const key of ['k1', 'k2']) {
    const id = (await database.getAllKeys('outbox')).length + 1
    const write = { kind: 'post', target: '', body: {}, key } as const
    await database.add('outbox', { ...write, id, member, at: 1, state: 'waiting', revision: 0 })
  }
}

async function membersIn(database: DeviceDatabase): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {}
  for (const store of ['pages', 'pictures', 'outbox', 'settings'] as const) {
    found[store] = (await database.getAll(store)).map(({ member }) => member)
  }
  return found
}

test('deletes what is kept of one member, whatever the case of the name', async () => {
  const database = await openDatabase()
  // Names that contain or extend the other: the range of keys must be exact.
  for (const member of ['ada', 'ad', 'ada_', 'adaa']) await fill(database, member)
  await deleteMember('Ada')
  const rest = ['ad', 'ada_', 'adaa']
  expect(await membersIn(database)).toEqual({
    pages: expect.toSatisfy((members) => members.sort().join() === rest.toSorted().join()),
    pictures: expect.toSatisfy((members) => members.sort().join() === rest.toSorted().join()),
    outbox: rest.flatMap((member) => [member, member]),
    settings: expect.toSatisfy((members) => members.sort().join() === rest.toSorted().join()),
  })
})

test('keeps what the member has written, if asked to', async () => {
  const database = await openDatabase()
  await fill(database, 'ada')
  await deleteMember('ada', { keepsOutbox: true })
  expect(await membersIn(database)).toEqual({ pages: [], pictures: [], outbox: ['ada', 'ada'], settings: [] })
})

test('gives the next database to a page of a newer release', async () => {
  await fill(await openDatabase(), 'ada')
  const newer = indexedDB.open('quack', 2)
  await new Promise((resolve, reject) => {
    newer.onsuccess = resolve
    newer.onerror = reject
  })
  expect(newer.result.version).toBe(2)
  newer.result.close()
})

test('opens again after it could not be opened', async () => {
  const allowed = globalThis.indexedDB
  globalThis.indexedDB = { open: () => raise() } as unknown as IDBFactory
  await expect(openDatabase()).rejects.toThrow('blocked')
  globalThis.indexedDB = allowed
  await fill(await openDatabase(), 'ada')
})

function raise(): never {
  throw new DOMException('blocked', 'SecurityError')
}
