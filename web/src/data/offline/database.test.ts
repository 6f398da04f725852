import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../../test/fresh-database.ts'
import { signIn, signOut } from '../api/session.ts'
import {
  closeDatabase,
  type DeviceDatabase,
  deleteMember,
  deleteUnsentRows,
  listUnsent,
  openDatabase,
} from './database.ts'

beforeEach(async () => {
  await freshDatabase()
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

test('deletes what is kept of one member', async () => {
  const database = await openDatabase()
  // Names that contain or extend the other: the range of keys must be exact.
  for (const member of ['ada', 'ad', 'ada_', 'adaa']) await fill(database, member)
  await deleteMember('ada')
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
  await deleteMember('ada', { keepsUnsent: true })
  expect(await membersIn(database)).toEqual({ pages: [], pictures: [], outbox: ['ada', 'ada'], settings: [] })
})

test('deletes what one member has not sent, and lists the members of whom something was not sent', async () => {
  const database = await openDatabase()
  for (const member of ['ada', 'adaa']) {
    await fill(database, member)
    for (const name of ['draft file new', 'toggle like 1', 'sync token']) {
      await database.put('settings', { member, name, value: 1 })
    }
  }
  await database.put('settings', { member: 'bob', name: 'sync token', value: 1 })
  await database.put('settings', { member: '', name: 'lease', value: 1 })
  await database.put('settings', { member: 'eve', name: 'draft file new', value: 1 })
  await deleteUnsentRows('ada')
  const { outbox, pages } = await membersIn(database)
  expect([outbox, pages]).toEqual([
    ['adaa', 'adaa'],
    ['ada', 'adaa'],
  ])
  const names = (await database.getAll('settings')).filter(({ member }) => member === 'ada').map(({ name }) => name)
  expect(names).toEqual(['a', 'sync token'])
  expect([...(await listUnsent())].sort()).toEqual(['adaa', 'eve'])
})

test('what is there under a username becomes what the id of the member names', async () => {
  const first = await openDatabase()
  for (const member of ['ada', 'bob']) await fill(first, member)
  await closeDatabase()
  const token = (id: string) => `h.${btoa(JSON.stringify({ _id: id, username: 'Ada' })).replaceAll('+', '-')}.s`
  signIn({ token: token('7'), username: 'Ada' })
  onTestFinished(() => signOut())
  const rest = { pages: ['bob'], pictures: ['bob'] }
  const adopted = { ...rest, outbox: ['#7', '#7', 'bob', 'bob'], settings: ['#7', 'bob'] }
  expect(await membersIn(await openDatabase())).toEqual(adopted)
  // Another person has the name now.
  signIn({ token: token('8'), username: 'Ada' })
  expect(await membersIn(await openDatabase())).toEqual(adopted)
})

test('taps of an earlier release become entries', async () => {
  const first = await openDatabase()
  const bob = { _id: '1', username: 'bob', firstName: 'Bob', lastName: 'Drake', avatarURL: '' }
  const taps = [
    { kind: 'like', key: '7', subject: '7', value: true, was: false, isTried: true },
    { kind: 'follow', key: 'bob', subject: bob, value: 'none', was: 'following', isTried: false },
    { kind: 'vote', key: '8', subject: { postId: '7' }, value: 'up', was: 'none', isTried: false },
    // Of a release that was taken back, and of none.
    { kind: 'like', key: '9', value: true },
    { kind: 'poll', key: '9', subject: '9', value: 1, was: 0, isTried: false },
  ]
  for (const [at, tap] of taps.entries()) {
    const value = { ...tap, at, revision: 2 }
    await first.put('settings', { member: '#7', name: `toggle ${tap.kind} ${tap.key}`, value })
  }
  await closeDatabase()
  signIn({ token: `h.${btoa(JSON.stringify({ _id: '7' }))}.s`, username: 'Ada' })
  onTestFinished(() => signOut())
  const database = await openDatabase()
  expect(await database.getAll('outbox')).toMatchObject([
    { member: '#7', kind: 'like', target: '7', body: true, basedOn: false, tried: [true], subject: null, at: 0 },
    { member: '#7', kind: 'follow', target: 'bob', body: 'none', basedOn: 'following', tried: [], subject: bob },
    { member: '#7', kind: 'vote', target: '8', body: 'up', subject: { postId: '7' }, state: 'waiting', revision: 0 },
  ])
  expect((await database.getAll('settings')).map(({ name }) => name)).toEqual(['toggle like 9', 'toggle poll 9'])
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
