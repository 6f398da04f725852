import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../test/fresh-database.ts'
import { signIn, signOut } from '../api/session.ts'
import { closeDatabase, openDatabase } from '../offline/database.ts'
import type { OutboxEntry } from '../offline/outbox-entry.ts'
import { askForSync, forgetSync } from './background-sync.ts'

const register = vi.fn<(tag: string) => Promise<void>>()
const registration = { sync: { register } }
const container = { getRegistration: async () => registration, addEventListener: () => undefined }
const values = new Map<string, string>()

beforeEach(async () => {
  await freshDatabase()
  values.clear()
  // The sender of another test, with which this one shares its modules, sends nothing.
  const locks = { request: async () => undefined }
  vi.stubGlobal('navigator', { serviceWorker: container, locks })
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, value),
    removeItem: (key: string) => void values.delete(key),
  })
  register.mockReset().mockResolvedValue()
  signIn({ token: 'of-ann', username: 'Ann' })
})

afterEach(async () => {
  signOut()
  await closeDatabase()
  vi.unstubAllGlobals()
})

async function put(state: OutboxEntry['state'], member = 'ann', kind = 'post'): Promise<void> {
  const write = { kind, target: '', key: 'k', body: { content: 'Hello' } }
  await (await openDatabase()).add('outbox', { ...write, member, state, at: 1, revision: 0 } as unknown as OutboxEntry)
}

async function settings(): Promise<unknown[]> {
  return await (await openDatabase()).getAll('settings')
}

test('the token is kept while something of the viewer waits, and the browser is asked', async () => {
  await askForSync()
  await put('refused')
  await put('waiting', 'bob')
  // Of a newer release, which alone can send it.
  await put('waiting', 'ann', 'repost')
  await (await openDatabase()).put('settings', { member: 'ann', name: 'toggle poll 7', value: {} })
  await askForSync()
  await (await openDatabase()).delete('settings', ['ann', 'toggle poll 7'])
  expect(await settings()).toEqual([])
  expect(register).not.toHaveBeenCalled()

  await put('waiting')
  await askForSync()
  expect(await settings()).toEqual([{ member: 'ann', name: 'sync token', value: 'of-ann' }])
  expect(register.mock.calls).toEqual([['outbox']])
  await forgetSync('ann')
  expect(await settings()).toHaveLength(1)
  await (await openDatabase()).clear('outbox')
  await forgetSync('ann')
  expect(await settings()).toEqual([])
})

test('no token is kept if the browser refuses, nor after a sign-out in another tab', async () => {
  await put('waiting')
  register.mockRejectedValue(new Error('Background Sync is disabled.'))
  await askForSync()
  expect(register).toHaveBeenCalled()
  expect(await settings()).toEqual([])

  register.mockResolvedValue()
  values.clear()
  await askForSync()
  expect(await settings()).toEqual([])
})
