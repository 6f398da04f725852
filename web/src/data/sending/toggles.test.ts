import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../../../test/fresh-database.ts'
import { ApiError, NetworkError } from '../api/api-errors.ts'
import { expireSession, signIn, signOut } from '../api/session.ts'
import { type KeptToggle, senders } from '../cache/toggle-queue.ts'
import { closeDatabase, deleteMember, openDatabase } from '../offline/database.ts'
import { keepRow, readRows } from '../toggles/toggle-rows.ts'
import { dropToggles, sendSoon, startToggles } from './toggles.ts'

const ALREADY = new ApiError(409, 'postAlreadyBookmarked', ['Already.'], null)

let kept: readonly KeptToggle[] = []
const device = {
  take: (_: unknown, rows: readonly KeptToggle[]) => {
    kept = rows
  },
}

beforeEach(async () => {
  await freshDatabase()
  signIn({ token: 'of ada', username: 'Ada' })
  // What the session change has begun ends before the test.
  await startToggles(device)
  await sendSoon()
})

afterEach(async () => {
  senders.clear()
  signOut()
  await closeDatabase()
})

function bookmark(key: string, value: boolean, change: Partial<KeptToggle> = {}): KeptToggle {
  return { kind: 'bookmark', key, subject: key, value, was: !value, isTried: false, ...change }
}

/** A server that answers as `answer` says. */
function arrange(answer: (key: string, value: boolean) => Promise<void> | void = () => undefined) {
  const events: string[] = []
  senders.set('bookmark', {
    kind: 'bookmark',
    keyOf: String,
    show: (key, value) => events.push(`show ${key} ${value}`),
    async send(key, value) {
      events.push(`${key} ${value}`)
      await answer(String(key), value as boolean)
    },
    isAlready: (error) => error === ALREADY,
    onRefused: (error, key) => events.push(`refused ${key}: ${(error as Error).message}`),
  })
  return events
}

async function left(member = 'ada') {
  return (await readRows(member)).map(({ key, value, was, isTried }) => [key, value, was, isTried])
}

test('one row per subject: the last state, and the one that the server has', async () => {
  await keepRow('ada', bookmark('7', true), 1)
  await keepRow('ada', bookmark('8', true), 2)
  await keepRow('ada', bookmark('7', false, { was: true }), 3)
  // Back to what the server has: nothing is left to send.
  expect(await left()).toEqual([['8', true, false, false]])
  // Unless a request may have arrived.
  await keepRow('ada', bookmark('8', true, { isTried: true }), 4)
  await keepRow('ada', bookmark('8', false, { was: true }), 5)
  expect(await left()).toEqual([['8', false, false, true]])
  const follow = { kind: 'follow', key: 'bob', subject: 'bob', isTried: false } as const
  await keepRow('ada', { ...follow, value: 'none', was: 'requested' }, 6)
  await keepRow('ada', { ...follow, value: 'following', was: 'none' }, 7)
  expect(await left()).toHaveLength(1)
  await deleteMember('ada')
  expect(await left()).toEqual([])
})

test('states are shown and sent once, in order; one that the server has already is done', async () => {
  const shown: string[][] = []
  const events = arrange((key) => {
    shown.push(kept.map((row) => row.key))
    if (key === '8') throw ALREADY
  })
  for (const key of ['7', '8', '9']) await keepRow('ada', bookmark(key, true), Number(key))
  await startToggles(device)
  await sendSoon()
  expect(shown[0]).toEqual(['7', '8', '9'])
  await sendSoon()
  expect(events).toEqual(['7 true', '8 true', '9 true'])
  expect(await left()).toEqual([])
  expect(kept).toEqual([])
})

test('a refusal drops the state and says so; the others are sent', async () => {
  const events = arrange((key) => {
    if (key === '7') throw new ApiError(404, 'postUnknown', ['Gone.'], null)
  })
  for (const key of ['7', '8']) await keepRow('ada', bookmark(key, true), Number(key))
  await sendSoon()
  expect(events).toEqual(['7 true', 'show 7 false', 'refused 7: Gone.', '8 true'])
  expect(await left()).toEqual([])
})

test.each([
  ['the network fails', new NetworkError(), ['7 true', '7 true', '8 true']],
  ['the server is busy', new ApiError(503, null, ['No.'], null), ['7 true', '7 true', '8 true']],
  ['the server fails', new ApiError(500, null, ['No.'], null), ['7 true', '8 true', '7 true']],
])('when %s, the same is sent again later', async (_, error, sent) => {
  const spoken = vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const warned = vi.spyOn(console, 'warn')
  onTestFinished(() => void [spoken, warned].map((spy) => spy.mockRestore()))
  let failures = 1
  const events = arrange(() => {
    if (failures-- > 0) throw error
  })
  for (const key of ['7', '8']) await keepRow('ada', bookmark(key, true), Number(key))
  await sendSoon()
  expect(await left()).toContainEqual(['7', true, false, true])
  await sendSoon()
  expect(events).toEqual(sent)
  expect(await left()).toEqual([])
  // That would say that this device cannot be read.
  expect(warned).not.toHaveBeenCalled()
})

test('what is tapped while it is sent is sent afterwards', async () => {
  const events = arrange(async (_, value) => {
    if (!value) return
    await keepRow('ada', bookmark('7', false, { was: true }))
    void sendSoon()
  })
  await keepRow('ada', bookmark('7', true))
  await sendSoon()
  expect(events).toEqual(['7 true', '7 false'])
  expect(await left()).toEqual([])
})

test('what is taken back while another one is sent is not sent', async () => {
  const events = arrange(async (key) => {
    if (key === '7') await keepRow('ada', bookmark('8', false, { was: true }))
  })
  for (const key of ['7', '8', '9']) await keepRow('ada', bookmark(key, true), Number(key))
  await sendSoon()
  expect(events).toEqual(['7 true', '9 true'])
  expect(await left()).toEqual([])
})

test('what is changed while another one is sent is sent as it is then', async () => {
  function vote(key: string, value: string): KeptToggle {
    return { kind: 'vote', key, subject: key, value, was: 'none', isTried: false }
  }
  const sent: string[] = []
  arrange()
  const sender = senders.get('bookmark')
  if (!sender) throw new Error('There is no sender.')
  senders.set('vote', {
    ...sender,
    kind: 'vote',
    async send(key, value) {
      sent.push(`${key} ${value}`)
      if (key === '7') await keepRow('ada', vote('8', 'down'))
    },
  })
  for (const key of ['7', '8']) await keepRow('ada', vote(key, 'up'), Number(key))
  await sendSoon()
  expect(sent).toEqual(['7 up', '8 down'])
  expect(await left()).toEqual([])
})

test('all that the viewer wants is given up: the states of the server are shown, and nothing is sent', async () => {
  const events = arrange()
  await keepRow('ada', bookmark('7', true), 1)
  await keepRow('ada', bookmark('8', false, { isTried: true }), 2)
  await keepRow('bob', bookmark('9', true), 3)
  await dropToggles()
  await sendSoon()
  expect(events).toEqual(['show 7 false', 'show 8 true'])
  expect(kept).toEqual([])
  expect([await left(), await left('bob')]).toEqual([[], [['9', true, false, false]]])
})

test('a state of a kind that only a newer release knows is left alone, and deleted with all that is given up', async () => {
  const events = arrange()
  const unknown = { ...bookmark('7', true), kind: 'poll' } as unknown as KeptToggle
  await keepRow('ada', unknown, 1)
  await keepRow('ada', bookmark('8', true), 2)
  await sendSoon()
  await startToggles(device)
  expect(events).toEqual(['8 true'])
  expect(kept).toEqual([])
  const stored = async () => (await (await openDatabase()).getAllKeys('settings')).map(([, name]) => name)
  expect(await stored()).toEqual(['toggle poll 7'])
  await dropToggles()
  expect(await stored()).toEqual([])
})

test('what is read while the viewer changes is not shown to the next one', async () => {
  await keepRow('ada', bookmark('7', true))
  const taken: (string | null)[] = []
  const reading = startToggles({ take: (member) => void taken.push(member) })
  signIn({ token: 'of bob', username: 'bob' })
  await reading
  expect(taken).not.toContain('ada')
})

test('neither an expired session nor another member sends them', async () => {
  const events = arrange(() => {
    if (!expireSession('of ada')) return
    throw new ApiError(401, 'tokenInvalid', ['No.'], null)
  })
  for (const key of ['7', '8']) await keepRow('ada', bookmark(key, true), Number(key))
  await sendSoon()
  signIn({ token: 'of bob', username: 'bob' })
  await startToggles(device)
  await sendSoon()
  expect(kept).toEqual([])
  expect(events).toEqual(['7 true'])
  expect(await left()).toHaveLength(2)
  signIn({ token: 'a new one', username: 'ada' })
  await sendSoon()
  expect(events).toEqual(['7 true', '7 true', '8 true'])
})
