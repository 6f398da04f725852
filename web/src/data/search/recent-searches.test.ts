import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sessionOf } from '../../../test/local-storage.ts'
import { expireSession, signIn, signOut } from '../api/session.ts'
import { forgetSearch, forgetSearches, readRecentSearches, rememberSearch } from './recent-searches.ts'

const ADA = sessionOf('7', 'Ada')
const BOB = sessionOf('8', 'bob')
const stored = new Map<string, string>()

beforeEach(() => {
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  signIn(ADA)
})
afterEach(() => {
  signOut()
  stored.clear()
  vi.unstubAllGlobals()
})

test('the last ten searches are remembered, each once, the latest first', () => {
  for (let number = 1; number <= 12; number++) rememberSearch(`search ${number}`)
  rememberSearch('search 5')
  expect(readRecentSearches()).toEqual([5, 12, 11, 10, 9, 8, 7, 6, 4, 3].map((number) => `search ${number}`))
})

test('one search is forgotten, or all', () => {
  for (const text of ['one', 'two', 'three']) rememberSearch(text)
  forgetSearch('two')
  expect(readRecentSearches()).toEqual(['three', 'one'])
  forgetSearches()
  expect(readRecentSearches()).toEqual([])
})

test('searches belong to a member: they stay when the session expires, and are removed at logout', () => {
  rememberSearch('of Ada')
  expireSession(ADA.token)
  signIn(BOB)
  expect(readRecentSearches()).toEqual([])
  rememberSearch('of Bob')
  signIn({ ...ADA, username: 'ada' })
  expect(readRecentSearches()).toEqual(['of Ada'])
  signOut()
  expect([...stored.keys()]).toEqual(['searches:#8'])
})

test('who has taken the name of an account that is gone finds nothing of it', () => {
  rememberSearch('of Ada')
  expireSession(ADA.token)
  signIn(sessionOf('9', 'Ada'))
  expect(readRecentSearches()).toEqual([])
})

test.each(['', '{', '{"0":"duck"}', '[1,null]'])('what is stored may be damaged: %s', (damaged) => {
  stored.set('searches:#7', damaged)
  expect(readRecentSearches()).toEqual([])
  rememberSearch('duck')
  expect(readRecentSearches()).toEqual(['duck'])
})
