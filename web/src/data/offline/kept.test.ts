import 'fake-indexeddb/auto'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../test/fresh-database.ts'
import { signIn, signOut } from '../api/session.ts'
import { closeDatabase, openDatabase } from './database.ts'
import { dropPostFromPages, findPage, type PageChange, writePages } from './pages.ts'
import { pictureName } from './pictures.ts'
import { BUDGET, clearKept, halve, makeRoom, measure } from './room.ts'

const ADA = { token: 'a', username: 'Ada' }
const BOB = { token: 'b', username: 'bob' }

beforeEach(async () => {
  await freshDatabase()
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  })
  signIn(ADA)
})

afterEach(async () => {
  signOut()
  vi.unstubAllGlobals()
  await closeDatabase()
})

const pageOf = (name: string, text: string | null, member = 'ada'): PageChange => ({ member, name, text, savedAt: 5 })

describe('pages', () => {
  test('are found by their member and address, with their age', async () => {
    await writePages([pageOf('/api/feed', '{"posts":[]}')])
    expect(await findPage('ada', '/api/feed')).toEqual({ text: '{"posts":[]}', savedAt: 5 })
    expect(await findPage('ada', '/api/feed?sort=oldest')).toBeUndefined()
  })

  test('are not written for a member who has signed out, nor for another', async () => {
    signIn(BOB)
    await writePages([pageOf('/api/feed', '{}')])
    signOut()
    await writePages([pageOf('/api/feed', '{}', 'bob')])
    expect(await (await openDatabase()).count('pages')).toBe(0)
  })

  test('are not written after a sign-out in another tab, of which this one has not heard', async () => {
    localStorage.removeItem('username')
    await writePages([pageOf('/api/feed', '{}')])
    expect(await (await openDatabase()).count('pages')).toBe(0)
  })

  test('are shown to no other member', async () => {
    await writePages([pageOf('/api/feed', '{}')])
    signIn(BOB)
    expect(await findPage('ada', '/api/feed')).toBeUndefined()
    expect(await findPage('bob', '/api/feed')).toBeUndefined()
  })

  test('are deleted when the server refuses the read', async () => {
    await writePages([pageOf('/api/posts/x', '{}')])
    await writePages([pageOf('/api/posts/x', null)])
    expect(await findPage('ada', '/api/posts/x')).toBeUndefined()
  })

  test('lose a deleted post: lists without it stay, what is about it goes', async () => {
    const post = { _id: '12', content: 'Gone', user: { _id: '7' } }
    await writePages([
      pageOf('/api/feed', JSON.stringify({ posts: [post, { _id: '13', quote: { post } }], nextCursor: 'c' })),
      pageOf('/api/posts/aB', JSON.stringify({ post })),
      pageOf('/api/comments/12?limit=20', JSON.stringify({ comments: [] })),
      pageOf('/api/comments/121?limit=20', JSON.stringify({ comments: [] })),
      pageOf('/api/comments/branch/14?limit=20', JSON.stringify({ postId: '12', answers: [] })),
    ])
    await dropPostFromPages('ada', '12')
    const rest = { posts: [{ _id: '13', quote: {} }], nextCursor: 'c' }
    expect((await findPage('ada', '/api/feed'))?.text).toBe(JSON.stringify(rest))
    expect(await findPage('ada', '/api/posts/aB')).toBeUndefined()
    expect(await findPage('ada', '/api/comments/12?limit=20')).toBeUndefined()
    expect(await findPage('ada', '/api/comments/branch/14?limit=20')).toBeUndefined()
    expect(await findPage('ada', '/api/comments/121?limit=20')).toBeDefined()
  })
})

describe('the budget', () => {
  /** Rows that say to be larger than they are. */
  async function fill(...rows: readonly [store: 'pages' | 'pictures', usedAt: number, bytes: number][]): Promise<void> {
    const database = await openDatabase()
    for (const [store, usedAt, bytes] of rows) {
      const use = { member: 'ada', usedAt, bytes }
      if (store === 'pages') await database.put('pages', { ...use, name: `/${usedAt}`, text: '', savedAt: 1 })
      else await database.put('pictures', { ...use, url: `/${usedAt}`, blob: new Blob() })
    }
  }

  async function usedAt(): Promise<number[]> {
    const database = await openDatabase()
    const rows = [...(await database.getAll('pages')), ...(await database.getAll('pictures'))]
    return rows.map((row) => row.usedAt).sort((one, other) => one - other)
  }

  test('is enough: nothing is deleted', async () => {
    await fill(['pages', 1, BUDGET - 10], ['pictures', 2, 10])
    expect(await makeRoom()).toBe(BUDGET)
    expect(await usedAt()).toEqual([1, 2])
  })

  test('is exceeded: what was not used for the longest time is deleted, from both stores', async () => {
    const tenth = BUDGET / 10
    await fill(['pictures', 1, tenth], ['pages', 2, tenth], ['pictures', 3, 8 * tenth], ['pages', 4, tenth])
    expect(await makeRoom()).toBe(9 * tenth)
    expect(await usedAt()).toEqual([3, 4])
  })

  test('is less than the browser gives: the older half is deleted', async () => {
    await fill(['pages', 1, 100], ['pictures', 2, 100], ['pages', 3, 100], ['pictures', 4, 100])
    await halve()
    expect(await usedAt()).toEqual([3, 4])
  })

  test('is free again after clearing, which leaves the outbox', async () => {
    await fill(['pages', 1, 100], ['pictures', 2, 100])
    await (await openDatabase()).put('settings', { member: 'ada', name: 'a', value: 1 })
    expect(await measure()).toBe(200)
    await clearKept()
    expect(await measure()).toBe(0)
    expect(await (await openDatabase()).count('settings')).toBe(1)
  })
})

test.each([
  ['/media/a.webp', '/media/a.webp'],
  ['https://quack.example/media/a.webp?w=660', '/media/a.webp'],
  ['/media/signed/123.abc-_/a.webp?w=330', '/media/a.webp'],
  ['/media/signed/123.abc-_/a.webp?w=330&still=1', '/media/a.webp?still'],
  ['https://elsewhere.example/media/a.webp', null],
  ['/api/feed', null],
])('the kept picture of %s is named %s', (address, name) => {
  expect(pictureName(address, 'https://quack.example/profile/ada')).toBe(name)
})
