import 'fake-indexeddb/auto'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../../test/fresh-database.ts'
import { sessionOf, stubLocalStorage } from '../../../test/local-storage.ts'
import { call } from '../api/api.ts'
import { signIn, signOut } from '../api/session.ts'
import { closeDatabase, openDatabase } from '../offline/database.ts'
import { isTap } from '../offline/outbox-entry.ts'
import { WRITINGS, type Writings } from '../offline/writings.ts'
import { entries, provideOutbox, startOutbox, tap } from '../outbox/pending.ts'
import { shownTap, withTaps } from '../outbox/shown-taps.ts'
import { asMember } from './once.ts'
import { request } from './requests.ts'
import { sendSoon, submit } from './run-outbox.ts'
import { WRITING_SENDS, type WritingSends } from './sends.ts'
import { readyTap, TAPS, type TapKinds, type Taps, tapKind } from './taps.ts'

interface Muted {
  readonly muted: boolean
}
/** What the server has said. */
let known: Muted = { muted: false }
const appealed: string[] = []

// A further tap: whether a post tells its author nothing more. It is declared by how it is shown, and how it is sent.
const MUTES = { mute: shownTap<Muted, boolean>((post, muted) => ({ ...post, muted })) }
const FURTHER_TAPS: TapKinds<typeof MUTES> = {
  mute: tapKind(MUTES.mute, {
    title: () => 'Mute',
    shape: { body: 'boolean' },
    request: ({ target: postId, body }) =>
      request(`POST /api/posts/${body ? 'mute' : 'unmute'}/:postId`, { params: { postId } }),
    sent(_, answer) {
      known = answer
    },
  }),
}

// A further kind of content: an appeal against a decision. It is declared by what a kept one has, and how it is sent.
const APPEALS = { appeal: { later: 'each', shape: { body: { text: 'string' } } } } as const
const FURTHER_SENDS: WritingSends<typeof APPEALS> = {
  appeal: {
    title: () => 'Appeal',
    async send(entry) {
      const { target: decisionId, body } = entry
      await asMember(entry, () => call('POST /api/decisions/:decisionId/appeal', { params: { decisionId }, body }))
      return { show: () => void appealed.push(body.text), rest: () => null }
    },
  },
}

/** A table that lacks a kind does not compile. */
const holds = <Table>(_: Table): void => undefined
// @ts-expect-error
holds<TapKinds<Taps & typeof MUTES>>(TAPS)
// @ts-expect-error
holds<WritingSends<Writings & typeof APPEALS>>(WRITING_SENDS)

let sent: string[] = []
let isOnline = true

beforeAll(() => {
  // As lines of a release that has both.
  Object.assign(TAPS, FURTHER_TAPS)
  Object.assign(WRITINGS, APPEALS)
  Object.assign(WRITING_SENDS, FURTHER_SENDS)
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
  const shown = () => withTaps(known, '1', MUTES).muted
  const mute = (body: boolean) => tap<typeof MUTES>({ kind: 'mute', target: '1', body, basedOn: false, subject: null })
  isOnline = false
  mute(true)
  expect(shown()).toBe(true)
  await expect.poll(() => sent).toEqual(['POST /api/posts/mute/1'])
  mute(false)
  await expect.poll(() => left()).toEqual([['mute', '1', false]])
  expect(shown()).toBe(false)
  mute(true)
  await expect.poll(() => left()).toEqual([['mute', '1', true]])
  await sendSoon()
  const [entry] = await (await openDatabase()).getAll('outbox')
  vi.stubGlobal('self', { addEventListener: () => undefined })
  const worker = await import('../../worker/outbox.ts')
  const ready = entry && isTap(entry) ? readyTap(entry) : entry
  expect(ready && worker.requestOf(ready)).toMatchObject({ method: 'POST', address: '/api/posts/mute/1' })
  sent = []
  isOnline = true
  await sendSoon()
  await expect.poll(() => left()).toEqual([])
  expect(sent).toEqual(['POST /api/posts/mute/1'])
  expect([known, shown()]).toEqual([{ muted: true }, true])
})

test('a further kind of content is kept without a network, each one, and sent in the order of writing', async () => {
  isOnline = false
  const appeal = (text: string) => submit<typeof APPEALS>({ kind: 'appeal', target: '3', body: { text }, key: text })
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
