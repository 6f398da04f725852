import { afterEach, beforeEach, expect, test } from 'vitest'
import { ApiError, NetworkError } from '../api/api-errors.ts'
import { signIn, signOut } from '../api/session.ts'
import type { OutboxWrite } from '../offline/outbox-entry.ts'
import { sendOrKeep } from './send-or-keep.ts'
import { provideOutbox } from './waiting.ts'

const WRITE: OutboxWrite = { kind: 'post', target: '', body: { content: 'Of Ann' }, key: 'k' }
const EDIT: OutboxWrite = {
  kind: 'editComment',
  target: '8',
  body: { postId: '7', text: 'Mine' },
  basedOn: { text: 'Before' },
  key: '',
}
const ANN = { token: 'of ann', username: 'Ann' }
const BOB = { token: 'of bob', username: 'bob' }

const kept: OutboxWrite[] = []
let whenStarted = Promise.resolve()

beforeEach(() => {
  kept.length = 0
  whenStarted = Promise.resolve()
  provideOutbox(async () => ({
    startOutbox: () => whenStarted,
    async addEntry(write) {
      kept.push(write)
      return 'waiting'
    },
    addConflict: async () => 'conflict',
  }))
  signIn(ANN)
})

afterEach(() => {
  signOut()
  provideOutbox(() => Promise.reject(new NetworkError()))
})

test('what fails is kept', async () => {
  expect(await sendOrKeep(WRITE, () => Promise.reject(new NetworkError()))).toBe('waiting')
  expect(kept).toEqual([{ ...WRITE, tried: [WRITE.body] }])
})

test('an edit that finds a newer version is kept with that, and says so', async () => {
  const conflict = new ApiError(409, 'editConflict', ['It was changed meanwhile.'], null)
  expect(await sendOrKeep(EDIT, () => Promise.reject(conflict))).toBe('conflict')
  expect(kept).toEqual([])
})

test('what fails after the next member has signed in is not kept as theirs', async () => {
  const sending = sendOrKeep(WRITE, async () => {
    signOut()
    signIn(BOB)
    throw new NetworkError()
  })
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
  expect(kept).toEqual([])
})

test('what waits for earlier writes is not sent as that of the next member', async () => {
  // Nothing is known yet of what waits.
  signIn({ token: 'of eve', username: 'eve' })
  const started = Promise.withResolvers<void>()
  whenStarted = started.promise
  const sent: string[] = []
  const sending = sendOrKeep(WRITE, async () => void sent.push('sent'))
  signOut()
  signIn(BOB)
  started.resolve()
  await expect(sending).rejects.toMatchObject({ name: 'AbortError' })
  expect(sent).toEqual([])
  expect(kept).toEqual([])
})
