import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { freshDatabase } from '../../../test/fresh-database.ts'
import { closeDatabase, openDatabase } from '../offline/database.ts'
import { withLease } from './sending-lock.ts'

beforeEach(async () => {
  await freshDatabase()
})

afterEach(closeDatabase)

test('a lease is held by one tab, and is free when that has sent', async () => {
  const seen: boolean[] = []
  expect(
    await withLease('quack-outbox', async (isMine) => {
      seen.push(isMine())
      expect(await withLease('quack-outbox', async () => void seen.push(false))).toBe(false)
    }),
  ).toBe(true)
  expect(await withLease('quack-outbox', async (isMine) => void seen.push(isMine()))).toBe(true)
  expect(seen).toEqual([true, true])
})

test('a lease of a tab that is gone ends by itself, and that tab may not go on', async () => {
  let now = 0
  const clock = () => now
  let wasLate: boolean | undefined
  await withLease(
    'quack-outbox',
    async (isMine) => {
      now += 20_000
      expect(await withLease('quack-outbox', async () => undefined, clock)).toBe(true)
      wasLate = isMine()
    },
    clock,
  )
  expect(wasLate).toBe(false)
})

test('what is no lease holds nobody up', async () => {
  const database = await openDatabase()
  await database.put('settings', { member: '', name: 'quack-outbox', value: { owner: 'other', until: 'ever' } })
  expect(await withLease('quack-outbox', async () => undefined)).toBe(true)
})

test('a lease ends when sending fails', async () => {
  await expect(withLease('quack-outbox', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await withLease('quack-outbox', async () => undefined)).toBe(true)
})
