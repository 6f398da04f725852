import 'fake-indexeddb/auto'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../test/fresh-database.ts'
import { sessionOf, stubLocalStorage } from '../../../test/local-storage.ts'
import { call } from '../api/api.ts'
import { signIn, signOut } from '../api/session.ts'
import { closeDatabase, openDatabase } from '../offline/database.ts'
import type { EntryOf, Tap, Taps, Writings } from '../offline/outbox-entry.ts'
import { entries, provideOutbox, startOutbox, tap } from '../outbox/pending.ts'
import { request, TAP_REQUESTS, type TapRequests } from '../outbox/requests.ts'
import { ENTRY_SHAPES, type EntryShapes, WRITING_RULES, type WritingRules } from '../outbox/rules.ts'
import { type Shown, withTaps } from '../outbox/shown-taps.ts'
import { asMember } from './once.ts'
import { sendSoon, submit } from './run-outbox.ts'
import { TAP_SENDS, type TapSends, WRITING_SENDS, type WritingSends } from './send-entry.ts'

/** A further tap: whether a post tells its author nothing more. */
interface FurtherTaps {
  mute: Tap<boolean>
}
/** A further kind of content: an appeal against a decision. */
interface FurtherWritings {
  appeal: { body: { text: string } }
}

interface Muted {
  readonly muted: boolean
}
/** What the server has said. */
let known: Muted = { muted: false }
const appealed: string[] = []

// All that declares the tap: how a kept one looks, how it is shown, and how it is sent.
const FURTHER_TAP_SHAPES: EntryShapes<FurtherTaps> = { mute: { body: 'boolean' } }
const SHOWN: Shown<Muted, 'mute', FurtherTaps> = { mute: (post, muted) => ({ ...post, muted }) }
const FURTHER_REQUESTS: TapRequests<FurtherTaps> = {
  mute: ({ target, body }) =>
    request(`POST /api/posts/${body ? 'mute' : 'unmute'}/:postId`, { params: { postId: target } }),
}
const FURTHER_SENDS: TapSends<FurtherTaps> = { mute: { send: (entry) => sendMute(entry) } }

// All that declares the content: how a kept one looks, how a later one meets an earlier one, and how it is sent.
const FURTHER_SHAPES: EntryShapes<FurtherWritings> = { appeal: { body: { text: 'string' } } }
const FURTHER_RULES: WritingRules<FurtherWritings> = { appeal: 'each' }
const FURTHER_WRITINGS: WritingSends<FurtherWritings> = { appeal: (entry) => sendAppeal(entry) }

async function sendMute({ target: postId, body }: EntryOf<FurtherTaps>): Promise<() => void> {
  const input = { params: { postId } }
  const answer = await (body
    ? call('POST /api/posts/mute/:postId', input)
    : call('POST /api/posts/unmute/:postId', input))
  return () => {
    known = answer
  }
}

async function sendAppeal(entry: EntryOf<FurtherWritings>) {
  const input = { params: { decisionId: entry.target }, body: entry.body }
  await asMember(entry, () => call('POST /api/decisions/:decisionId/appeal', input))
  return { show: () => void appealed.push(entry.body.text), rest: () => null }
}

/** A table that lacks a kind does not compile. */
const holds = <Table>(_: Table): void => undefined
// @ts-expect-error
holds<Shown<Muted, 'mute', FurtherTaps>>({})
// @ts-expect-error
holds<Shown<Muted, 'mute', FurtherTaps>>({ mute: (post, muted: string) => ({ ...post, muted: muted === '' }) })
// @ts-expect-error
holds<TapRequests<Taps & FurtherTaps>>(TAP_REQUESTS)
// @ts-expect-error
holds<TapSends<Taps & FurtherTaps>>(TAP_SENDS)
// @ts-expect-error
holds<WritingRules<Writings & FurtherWritings>>(WRITING_RULES)
// @ts-expect-error
holds<WritingSends<Writings & FurtherWritings>>(WRITING_SENDS)
// @ts-expect-error
holds<EntryShapes<Writings & Taps & FurtherTaps>>(ENTRY_SHAPES)

let sent: string[] = []
let isOnline = true

beforeAll(() => {
  // As lines of a release that has both.
  Object.assign(TAP_REQUESTS, FURTHER_REQUESTS)
  Object.assign(TAP_SENDS, FURTHER_SENDS)
  Object.assign(ENTRY_SHAPES, FURTHER_TAP_SHAPES, FURTHER_SHAPES)
  Object.assign(WRITING_RULES, FURTHER_RULES)
  Object.assign(WRITING_SENDS, FURTHER_WRITINGS)
})

beforeEach(async () => {
  sent = []
  isOnline = true
  stubLocalStorage()
  vi.stubGlobal('fetch', async (path: string, { method, body }: RequestInit) => {
    sent.push(`${method} ${path}${body ? ` ${body}` : ''}`)
    if (!isOnline) throw new TypeError('Failed to fetch')
    return Response.json({ muted: path.includes('/mute/'), post: undefined })
  })
  await freshDatabase()
  signIn(sessionOf('7', 'Ann'))
  provideOutbox(() => import('./run-outbox.ts'))
  await startOutbox()
  await sendSoon()
})

afterEach(async () => {
  signOut()
  await closeDatabase()
  vi.unstubAllGlobals()
})

const left = () => entries.get().map(({ kind, target, body }) => [kind, target, body])

test('a further tap is shown at once, kept without a network, sent once, and shown as the server has it', async () => {
  const shown = () => withTaps(known, '1', SHOWN).muted
  const write = { kind: 'mute', target: '1', basedOn: false, subject: null }
  isOnline = false
  tap({ ...write, body: true } as never)
  expect(shown()).toBe(true)
  await expect.poll(() => sent).toEqual(['POST /api/posts/mute/1'])
  tap({ ...write, body: false } as never)
  await expect.poll(() => left()).toEqual([['mute', '1', false]])
  expect(shown()).toBe(false)
  tap({ ...write, body: true } as never)
  await expect.poll(() => left()).toEqual([['mute', '1', true]])
  await sendSoon()
  const [entry] = await (await openDatabase()).getAll('outbox')
  vi.stubGlobal('self', { addEventListener: () => undefined })
  const worker = await import('../../worker/outbox.ts')
  expect(entry && worker.requestOf(entry)).toEqual(FURTHER_REQUESTS.mute(entry as never))
  sent = []
  isOnline = true
  await sendSoon()
  await expect.poll(() => left()).toEqual([])
  expect(sent).toEqual(['POST /api/posts/mute/1'])
  expect([known, shown()]).toEqual([{ muted: true }, true])
})

test('a further kind of content is kept without a network, each one, and sent in the order of writing', async () => {
  isOnline = false
  const appeal = (text: string) => submit({ kind: 'appeal', target: '3', body: { text }, key: text } as never)
  expect(await appeal('first')).toBe('waiting')
  expect(await submit({ kind: 'deletePost', target: '1', body: { text: '' }, key: '' })).toBe('waiting')
  expect(await appeal('second')).toBe('waiting')
  expect(left().map(([kind]) => kind)).toEqual(['appeal', 'deletePost', 'appeal'])
  await sendSoon()
  sent = []
  isOnline = true
  await sendSoon()
  await expect.poll(() => left()).toEqual([])
  expect(sent).toEqual([
    'POST /api/decisions/3/appeal {"text":"first"}',
    expect.stringContaining('DELETE /api/posts/1'),
    'POST /api/decisions/3/appeal {"text":"second"}',
  ])
  expect(appealed).toEqual(['first', 'second'])
})
