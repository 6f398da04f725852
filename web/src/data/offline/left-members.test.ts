import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../test/fresh-database.ts'
import { sessionOf, stubLocalStorage } from '../../../test/local-storage.ts'
import { signIn, signOut } from '../api/session.ts'
import { closeDatabase, openDatabase } from './database.ts'
import { AGE_MAX_MS, forgetLongLeft, MEMBERS_MAX } from './left-members.ts'
import { forgetLeft } from './offline.ts'

const DAY = 86_400_000

beforeEach(async () => {
  await freshDatabase()
  stubLocalStorage()
})

afterEach(async () => {
  signOut({ isGone: true })
  await closeDatabase()
  vi.unstubAllGlobals()
})

/** What a member has not sent: a draft, an entry of the outbox, a tap, and the file of a draft. */
async function write(member: string, { isStored = true } = {}): Promise<void> {
  localStorage.setItem(`draft:${member}:reply:1`, '{"content":"Hello"}')
  if (!isStored) return
  const database = await openDatabase()
  localStorage.setItem(`outbox:${member}`, '1')
  localStorage.setItem(`toggles:${member}`, '')
  const entry = { kind: 'post', target: '', body: {}, key: 'k', member, at: 1, state: 'waiting', revision: 0 } as const
  await database.add('outbox', { ...entry, id: (await database.count('outbox')) + 1 })
  await database.put('settings', { member, name: 'toggle like 5', value: {} })
  await database.put('settings', { member, name: 'draft file new', value: {} })
}

/** The members of whom anything is left. */
async function kept(): Promise<string[]> {
  const database = await openDatabase()
  const rows = [...(await database.getAll('outbox')), ...(await database.getAll('settings'))]
  const names = Object.keys(localStorage).filter((name) => /^(draft|outbox|toggles|left):/.test(name))
  const members = [...rows.map(({ member }) => member), ...names.map((name) => name.split(':')[1] ?? '')]
  return [...new Set(members)].sort()
}

test('what a member who has left has not sent is deleted after 30 days, all of it and nothing of others', async () => {
  await write('#1')
  await write('#2', { isStored: false })
  await forgetLongLeft(DAY)
  await write('#12')
  await forgetLongLeft(DAY + AGE_MAX_MS)
  expect(await kept()).toEqual(['#1', '#12', '#2'])
  await forgetLongLeft(DAY + AGE_MAX_MS + 1)
  expect(await kept()).toEqual(['#12'])
  expect(await (await openDatabase()).count('settings')).toBe(2)
  expect(Object.keys(localStorage).sort()).toEqual(['draft:#12:reply:1', 'left:#12', 'outbox:#12', 'toggles:#12'])
})

test('of those who have left, the last ten are kept', async () => {
  for (let id = 1; id <= MEMBERS_MAX + 2; id++) {
    await write(`#${id}`, { isStored: id % 2 === 0 })
    await forgetLongLeft(id * DAY)
  }
  const last = Array.from({ length: MEMBERS_MAX }, (_, index) => `#${index + 3}`)
  expect(await kept()).toEqual(last.sort())
})

test('who is signed in is not counted, and begins anew when they leave again', async () => {
  await write('#1')
  await forgetLongLeft(DAY)
  signIn(sessionOf('1', 'ada'))
  await forgetLongLeft(2 * AGE_MAX_MS)
  expect(Object.keys(localStorage)).not.toContain('left:#1')
  signOut()
  await forgetLongLeft(2 * AGE_MAX_MS + 1)
  await forgetLongLeft(3 * AGE_MAX_MS)
  expect(await kept()).toEqual(['#1'])
  // In another tab, of which this one has not heard.
  Object.assign(localStorage, sessionOf('1', 'ada'))
  await forgetLongLeft(5 * AGE_MAX_MS)
  expect(await kept()).toEqual(['#1'])
})

test('what earlier releases named by the username ends; what has the id stays until its member is forgotten', async () => {
  await write('#1')
  for (const name of ['searches:ada', 'position:latest', 'tus::ada:post:1::2']) localStorage.setItem(name, '')
  const named = ['searches:#1', 'position:#1:latest', 'tus::#1:post:1::2']
  for (const name of [...named, 'searches:#12']) localStorage.setItem(name, '')
  const left = () => Object.keys(localStorage).filter((name) => /^(searches|position|tus):/.test(name))
  await forgetLongLeft(DAY)
  expect(left()).toEqual([...named, 'searches:#12'])
  await forgetLongLeft(2 * DAY + AGE_MAX_MS)
  expect(left()).toEqual(['searches:#12'])
})

test.each(['{', 'null', '"#1"', '{"member":"#1"}', '{"member":"#1","username":"a","keepsDrafts":"no"}'])(
  'a note of who has left that is none deletes nothing: %s',
  async (note) => {
    await write('#1')
    await forgetLeft(note, false)
    expect(await kept()).toEqual(['#1'])
    // All of it, also what no loaded module knows.
    await forgetLeft('{"member":"#1","username":"a","keepsDrafts":false}', false)
    expect(await kept()).toEqual([])
  },
)

test('a clock that was set back does not keep anything for ever', async () => {
  await write('#1')
  await forgetLongLeft(100 * AGE_MAX_MS)
  await forgetLongLeft(DAY)
  await forgetLongLeft(2 * DAY + AGE_MAX_MS)
  expect(await kept()).toEqual([])
})

test('without the database, drafts are kept no longer either', async () => {
  await write('#1', { isStored: false })
  await closeDatabase()
  const open = () => {
    throw new DOMException('blocked', 'SecurityError')
  }
  vi.stubGlobal('indexedDB', { open })
  await forgetLongLeft(DAY)
  expect(Object.keys(localStorage)).toEqual(['draft:#1:reply:1', 'left:#1'])
  await forgetLongLeft(2 * DAY + AGE_MAX_MS)
  expect(Object.keys(localStorage)).toEqual([])
})
