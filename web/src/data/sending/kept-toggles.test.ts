import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../test/fresh-database.ts'
import { signIn, signOut } from '../api/session.ts'
import { createToggleQueue, senders } from '../cache/toggle-queue.ts'
import { closeDatabase } from '../offline/database.ts'
import { provideToggles, startToggles } from '../toggles/kept-toggles.ts'
import { keepRow, readRows } from '../toggles/toggle-rows.ts'
import { sendSoon } from './toggles.ts'

/** Rows name a member by the id, which the token says. */
const ADA = { token: `e30.${btoa(JSON.stringify({ _id: '7' }))}.`, username: 'Ada' }
const MEMBER = '#7'

const stored = new Map<string, string>()

beforeEach(async () => {
  await freshDatabase()
  stored.clear()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  signIn(ADA)
  provideToggles(() => import('./toggles.ts'))
})

afterEach(async () => {
  await sendSoon()
  signOut()
  senders.clear()
  await closeDatabase()
  vi.unstubAllGlobals()
})

/** Bookmarks on a server that answers as `answer` says. */
function arrange(answer: (sent: string) => Promise<void> | void = () => undefined) {
  const sent: string[] = []
  const queue = createToggleQueue<string, boolean>({
    kind: 'bookmark',
    keyOf: String,
    show: () => undefined,
    async send(key, value) {
      sent.push(`${key} ${value}`)
      await answer(`${key} ${value}`)
    },
    isAlready: () => false,
    onRefused: () => undefined,
  })
  return { queue, sent }
}

function keep(key: string, value: boolean) {
  return keepRow(MEMBER, { kind: 'bookmark', key, subject: key, value, was: !value, isTried: true })
}

test('while something is kept, a tap is sent after it, and not directly', async () => {
  const first = Promise.withResolvers<void>()
  const { queue, sent } = arrange((what) => (what === 'a true' ? first.promise : undefined))
  await keep('a', true)
  await keep('b', true)
  await startToggles()
  await queue.set('b', true, false)
  first.resolve()
  await sendSoon()
  expect(sent).toEqual(['a true', 'b false'])
  expect(await readRows(MEMBER)).toEqual([])
})

test('the first tap after a start waits for what is left, also if the browser has lost the flag', async () => {
  const { queue, sent } = arrange()
  await keep('a', true)
  expect([...stored.keys()]).not.toContain(`toggles:${MEMBER}`)
  await queue.set('a', true, false)
  await sendSoon()
  expect(sent.at(-1)).toBe('a false')
  expect(await readRows(MEMBER)).toEqual([])
})

test('a tap is sent directly if nothing is kept', async () => {
  const { queue, sent } = arrange()
  await queue.set('a', false, true)
  expect(sent).toEqual(['a true'])
  void queue.set('a', true, false)
  expect(sent).toEqual(['a true', 'a false'])
})

test('a tap is sent directly if the code that keeps it cannot be loaded', async () => {
  provideToggles(() => Promise.reject(new Error('gone')))
  const { queue, sent } = arrange()
  await queue.set('a', false, true)
  expect(sent).toEqual(['a true'])
})

test.each([
  [true, []],
  [false, [`toggles:${MEMBER}`]],
])('a sign-out, with the account gone (%s), leaves this in local storage: %o', async (isGone, left) => {
  const answer = Promise.withResolvers<void>()
  arrange(() => answer.promise)
  await keep('a', true)
  await startToggles()
  expect([...stored.keys()]).toContain(`toggles:${MEMBER}`)
  signOut({ isGone })
  expect([...stored.keys()]).toEqual(left)
  answer.resolve()
})
