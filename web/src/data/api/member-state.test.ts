import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { sessionOf, stubLocalStorage } from '../../../test/local-storage.ts'
import { createMemberState, createMemberStore, onMemberChange } from './member-state.ts'
import { expireSession, getSession, type Session, signIn, signOut } from './session.ts'

const ADA = sessionOf('7', 'Ada')
const GUEST: Session = { ...sessionOf('8', 'guest'), isShared: true }

beforeEach(() => signIn(ADA))
afterEach(() => {
  signOut()
})

test.each<[string, () => void]>([
  ['a sign-out', () => signOut()],
  ['the end of the session', () => expireSession(ADA.token)],
  ['another member', () => signIn(sessionOf('9', 'bob'))],
  ['another member with the same name', () => signIn(sessionOf('9', 'Ada'))],
])('%s begins everything anew, also for who is told first', (_, leave) => {
  const told: unknown[] = []
  onTestFinished(onMemberChange(() => told.push([state().size, store.get()])))
  const state = createMemberState(() => new Set<string>())
  const store = createMemberStore('')
  state().add('of Ada')
  store.set('of Ada')
  onTestFinished(store.subscribe(() => told.push(store.get())))
  leave()
  expect(told).toEqual([[0, ''], ''])
  signIn(ADA)
  expect([state().size, store.get()]).toEqual([0, ''])
})

test('a new token of the same member changes nothing', () => {
  const state = createMemberState(() => new Set<string>())
  state().add('of Ada')
  signIn({ ...ADA, token: `${ADA.token}new` })
  expect(state().size).toBe(1)
})

test('the end of a session leaves the one that another tab has begun meanwhile', () => {
  stubLocalStorage()
  onTestFinished(() => void vi.unstubAllGlobals())
  signIn(ADA)
  const next = sessionOf('9', 'bob')
  Object.assign(localStorage, next)
  expect(expireSession(ADA.token)).toBe(false)
  expect(getSession()).toEqual(next)
  expect(localStorage.getItem('token')).toBe(next.token)
})

test('each guest of the shared account is another viewer', () => {
  signIn(GUEST)
  const state = createMemberState(() => new Set<string>())
  state().add('of a guest')
  signIn({ ...GUEST, token: `${GUEST.token}next` })
  expect(state().size).toBe(0)
})

test('who has left is named, so that what was theirs can be put aside', () => {
  const left: (string | null)[] = []
  onTestFinished(onMemberChange((before) => left.push(before)))
  signIn(sessionOf('9', 'bob'))
  signOut()
  expect(left).toEqual(['#7', '#9'])
})

test('what goes on for who has left does not change the state of the next member', () => {
  const state = createMemberState(() => ({ count: 0 }))
  const own = state()
  signIn(sessionOf('9', 'bob'))
  own.count = 1
  expect(state().count).toBe(0)
})
