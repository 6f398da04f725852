import 'fake-indexeddb/auto'
import type { Post } from '@quack/contract'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { freshDatabase } from '../../../test/fresh-database.ts'
import { sessionOf, stubLocalStorage } from '../../../test/local-storage.ts'
import { onErrorNotification } from '../api/error-notifications.ts'
import { signIn, signOut } from '../api/session.ts'
import { checkRequests } from '../follows/follows.ts'
import { getPerson, putPerson } from '../members/people.ts'
import { closeDatabase, openDatabase } from '../offline/database.ts'
import type { WritingEntry } from '../offline/outbox-entry.ts'
import { entries, provideOutbox, startOutbox, tap } from '../outbox/pending.ts'
import { toggleLike } from '../posts/post-taps.ts'
import { getPost, putPost, withPostTaps } from '../posts/posts.ts'
import { storeWrite } from './entries.ts'
import { retryEntry, reviseEntry, sendSoon } from './run-outbox.ts'
import { changeComment, changePost, writeComment, writePost } from './writes.ts'

const ANN = sessionOf('7', 'Ann')
const BOB = sessionOf('8', 'Bob')

/** A post as the server answers it. */
function post(liked = false): Post {
  const likeCount = liked ? 4 : 3
  return {
    _id: '1',
    username: 'eve',
    content: 'Quack',
    likes: { likeCount, likedByCount: likeCount, likedBy: [], dislikedBy: [] },
    viewer: { liked, disliked: false, bookmarked: false },
  } as unknown as Post
}

const shown = () => {
  const known = getPost('1')
  return known && withPostTaps(known).viewer.liked
}

type Answer = Response | 'no network'

/** What was sent, and what answers it. */
let sent: string[] = []
let answers: PromiseWithResolvers<Answer>[] = []
let automatic: ((request: string) => Answer) | null = null
const said: string[] = []

const OK = () => Response.json({ post: post(true) })
const refuse = (status: number, code: string | null) =>
  Response.json({ errors: ['No.'] }, { status, headers: code === null ? {} : { [ERROR_CODE_HEADER]: code } })

beforeEach(async () => {
  sent = []
  answers = []
  automatic = null
  said.length = 0
  stubLocalStorage()
  vi.stubGlobal('fetch', async (path: string, { method = 'GET', body }: RequestInit = {}) => {
    const request = `${method} ${path.split('?')[0]}${body ? ` ${body}` : ''}`
    sent.push(request)
    const waiting = Promise.withResolvers<Answer>()
    if (automatic) waiting.resolve(automatic(request))
    else answers.push(waiting)
    const answer = await waiting.promise
    if (answer === 'no network') throw new TypeError('Failed to fetch')
    return answer
  })
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  await freshDatabase()
  signIn(ANN)
  onTestFinished(onErrorNotification((text) => void said.push(text)))
  provideOutbox(() => import('./run-outbox.ts'))
  // What the change of the session has begun ends before the test.
  await startOutbox()
  await sendSoon()
  putPost(post())
})

afterEach(async () => {
  automatic = () => 'no network'
  for (const { resolve } of answers) resolve('no network')
  await sendSoon()
  signOut()
  await closeDatabase()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

async function answer(index: number, with_: Answer): Promise<void> {
  await expect.poll(() => answers.length).toBeGreaterThan(index)
  answers[index]?.resolve(with_)
}

const left = () => entries.get().map(({ kind, target, body }) => [kind, target, body])

test('a tap is shown at once, and stored while it is sent', async () => {
  toggleLike('1')
  expect(shown()).toBe(true)
  await expect.poll(() => sent).toEqual(['PUT /api/posts/1/like'])
  expect(await (await openDatabase()).getAll('outbox')).toMatchObject([{ member: '#7', kind: 'like', tried: [true] }])
  expect(getPost('1')).toMatchObject({ viewer: { liked: false } })
  await answer(0, OK())
  await expect.poll(() => left()).toEqual([])
  expect(shown()).toBe(true)
  expect(getPost('1')).toMatchObject({ viewer: { liked: true }, likes: { likeCount: 4 } })
})

test('the answer to a read that was sent before does not hide a tap, for a short time', async () => {
  toggleLike('1')
  putPost(post())
  expect(shown()).toBe(true)
  await answer(0, OK())
  await expect.poll(() => left()).toEqual([])
  putPost(post())
  expect(shown()).toBe(true)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 5_001 })
  onTestFinished(() => void vi.useRealTimers())
  putPost(post())
  expect(shown()).toBe(false)
})

test('of rapid taps, the last one is sent', async () => {
  for (let taps = 0; taps < 4; taps++) toggleLike('1')
  expect(shown()).toBe(false)
  toggleLike('1')
  await answer(0, OK())
  await sendSoon()
  expect(new Set(sent)).toEqual(new Set(['PUT /api/posts/1/like']))
  toggleLike('1')
  await expect.poll(() => sent.at(-1)).toBe('DELETE /api/posts/1/like')
})

test('a refused tap is taken back and reported', async () => {
  toggleLike('1')
  await answer(0, refuse(403, null))
  await expect.poll(() => said).toEqual(['No.'])
  expect(shown()).toBe(false)
  expect(left()).toEqual([])
})

test('a tap whose answer is missing waits, and is sent again', async () => {
  toggleLike('1')
  await answer(0, 'no network')
  expect([shown(), left()]).toEqual([true, [['like', '1', true]]])
  automatic = OK
  await sendSoon()
  expect(said).toEqual([])
  expect(sent).toEqual(['PUT /api/posts/1/like', 'PUT /api/posts/1/like'])
  await expect.poll(() => [shown(), left()]).toEqual([true, []])
})

test('a tap that was kept offline is noted as tried before it is sent', async () => {
  await storeWrite({ kind: 'like', target: '1', key: '', body: true, basedOn: false, subject: null })
  const sending = sendSoon()
  await expect.poll(() => sent).toEqual(['PUT /api/posts/1/like'])
  expect(await (await openDatabase()).getAll('outbox')).toMatchObject([{ target: '1', tried: [true] }])
  await answer(0, OK())
  await sending
})

test('where nothing can be stored, a tap is sent directly, and a failure takes it back', async () => {
  await closeDatabase()
  const allowed = globalThis.indexedDB
  globalThis.indexedDB = { open: () => raise() } as unknown as IDBFactory
  onTestFinished(() => {
    globalThis.indexedDB = allowed
  })
  toggleLike('1')
  toggleLike('1')
  await answer(0, OK())
  await answer(1, 'no network')
  await expect.poll(() => said).toHaveLength(1)
  expect(sent).toEqual(['PUT /api/posts/1/like', 'DELETE /api/posts/1/like'])
  await expect.poll(() => shown()).toBe(true)
})

function raise(): never {
  throw new DOMException('blocked', 'SecurityError')
}

test('a tap is neither sent nor shown as that of the next member', async () => {
  toggleLike('1')
  signIn(BOB)
  automatic = OK
  putPost(post())
  expect(shown()).toBe(false)
  await sendSoon()
  expect(sent).toEqual([])
})

test('a request to follow that was answered before its own answer is read again after that', async () => {
  const eve = { _id: '9', username: 'eve', firstName: 'Eve', lastName: 'Mallard', avatarURL: '' }
  const relation = { following: false, followedBy: false }
  putPerson({ ...eve, private: true, viewer: relation })
  tap({ kind: 'follow', target: 'eve', body: 'requested', basedOn: 'none', subject: eve })
  await expect.poll(() => sent).toEqual(['PUT /api/users/9/follow'])
  const checked = checkRequests()
  const asked = { ...eve, private: true, viewer: { ...relation, requested: true } }
  await answer(0, Response.json({ user: { ...eve, username: 'Ann' }, followUser: asked }))
  await expect.poll(() => sent.at(-1)).toBe('GET /api/users/eve')
  await answer(1, Response.json({ user: { ...asked, viewer: relation } }))
  await checked
  expect(getPerson('eve')?.viewer).toEqual(relation)
})

test('what is written and fails is kept', async () => {
  const writing = writeComment('1', 'Hello', 'key')
  await answer(0, 'no network')
  expect(await writing).toBe('waiting')
  expect(entries.get()).toMatchObject([{ kind: 'comment', body: { text: 'Hello' }, tried: [{ text: 'Hello' }] }])
  // The next one waits behind it.
  expect(await writeComment('1', 'Again', 'other')).toBe('waiting')
})

test('what is written and refused stays in its form', async () => {
  const writing = writeComment('1', 'Hello', 'key')
  await answer(0, refuse(422, null))
  await expect(writing).rejects.toMatchObject({ status: 422 })
  expect(left()).toEqual([])
})

test('an edit that finds a newer version is kept with that, and says so', async () => {
  const writing = changeComment('1', '2', 'Mine', 'Before')
  await answer(0, refuse(409, 'editConflict'))
  await answer(1, Response.json({ comments: [{ _id: '2', text: 'Theirs' }], nextCursor: null }))
  expect(await writing).toBe('conflict')
  expect(entries.get()).toMatchObject([{ state: 'conflict', theirs: { text: 'Theirs' }, body: { text: 'Mine' } }])
})

const asking = (options: string[], version: number) => {
  const poll = { options, multiple: false, mayChange: false, showResults: 'always', version }
  return { ...post(), mediaUrl: '', alt: '', poll: { ...poll, endsAt: '2030-01-01T00:00:00Z' } } as Post
}

test('an edit of a poll that another device has changed is a conflict, and none if an own attempt has changed it', async () => {
  const covered = { warning: '', sensitive: false }
  const rules = { pollMayChange: false, pollShowResults: 'always' } as const
  const basedOn = { content: 'Quack', mediaUrl: '', alt: '', lang: '', furtherPictures: [], ...covered, ...rules }
  const body = { content: 'Quack', mediaUrl: '', alt: '' }
  let present = asking(['Theirs', 'Other'], 2)
  // Without a version, the poll is not compared.
  automatic = (request) =>
    request.includes('"pollVersion":1') ? refuse(409, 'editConflict') : Response.json({ post: present })
  for (const poll of [{ options: ['Mine', 'Other'] }, null]) {
    expect(await changePost('1', { ...basedOn, pollVersion: 1 }, { ...body, poll })).toBe('conflict')
    expect(entries.get()).toMatchObject([{ state: 'conflict', theirs: { pollVersion: 2 } }])
  }
  present = { ...asking(['Mine', 'Other'], 2), _id: '2' }
  const tried = [{ ...body, poll: { options: ['Mine ', 'Other'], seconds: 300 } }]
  const next = { ...body, poll: { options: ['Last', 'Other'] } }
  const based = { ...basedOn, pollVersion: 1 }
  await storeWrite({ kind: 'editPost', target: '2', key: '', body: next, basedOn: based, tried })
  await sendSoon()
  await expect.poll(() => left()).toMatchObject([['editPost', '1', {}]])
  expect(sent.at(-1)).toContain('"pollVersion":2,"pollMayChange":false,"pollShowResults":"always"')
  present = asking(['Mine', 'Other'], 1)
  Object.assign(present.poll ?? {}, { mayChange: true })
  automatic = (request) =>
    request.includes('"pollMayChange":false') ? refuse(409, 'editConflict') : Response.json({ post: present })
  expect(await changePost('1', based, { ...body, poll: { options: ['Mine', 'Other'], showResults: 'ended' } })).toBe(
    'conflict',
  )
  expect(entries.get()).toMatchObject([{ theirs: { pollVersion: 1, pollMayChange: true } }])
})

test('an edit of a post whose language another device has set is a conflict, and none if an own attempt has set it', async () => {
  const body = { content: 'Quak', mediaUrl: '/media/signed/1/a.webp', alt: '' }
  const unknown = { pollMayChange: undefined, pollShowResults: undefined }
  const basedOn = { ...body, furtherPictures: [], warning: '', sensitive: false, pollVersion: 0, ...unknown }
  const present = { ...post(), ...body, mediaUrl: '/media/signed/2/a.webp', lang: 'nl' } as Post
  automatic = (request) =>
    request.includes('"lang":""}') || request.includes('"lang":"",')
      ? refuse(409, 'editConflict')
      : Response.json({ post: present })
  expect(await changePost('1', { ...basedOn, lang: '' }, { ...body, lang: 'de' })).toBe('conflict')
  expect(entries.get()).toMatchObject([{ state: 'conflict', body: { lang: 'de' }, theirs: { lang: 'nl' } }])
  const tried = [{ ...body, lang: 'nl' }]
  const next = { ...body, lang: 'de' }
  await storeWrite({ kind: 'editPost', target: '2', key: '', body: next, basedOn: { ...basedOn, lang: '' }, tried })
  await sendSoon()
  await expect.poll(() => left()).toMatchObject([['editPost', '1', {}]])
  expect(sent.at(-1)).toMatch(/"lang":"de".*"basedOn":.*"lang":"nl"/)
})

test.each([
  [['A', 'B'], 300, undefined],
  [['A', 'C'], 300, { options: ['A', 'C'] }],
  [['A', 'B'], 600, { options: ['A', 'B'], seconds: 600 }],
])(
  'a waiting post that is found to be published is edited without the time of its poll: %j, %i',
  async (options, seconds, poll) => {
    const body = { content: 'Quack', poll: { options: ['A', 'B'], seconds: 300 } }
    await storeWrite({ kind: 'post', target: '', key: 'key', body, tried: [body] })
    const [entry] = entries.get() as WritingEntry[]
    automatic = (request) => {
      const isUsed = request.startsWith('POST /api/posts {') && request.includes('Quack!')
      return isUsed ? refuse(422, 'idempotencyKeyReused') : Response.json({ post: asking(['A', 'B'], 1) })
    }
    if (entry) await reviseEntry(entry, { body: { content: 'Quack!', poll: { options, seconds } } })
    await expect.poll(() => left()).toEqual([])
    const edit = sent.find((request) => request.startsWith('POST /api/posts/edit/1 ')) ?? ''
    const { postData, basedOn } = JSON.parse(edit.slice(edit.indexOf('{')))
    expect([postData.poll, basedOn.pollVersion]).toEqual([poll, 1])
  },
)

test.each(['before', 'while'])(
  'a quote that is removed %s its post is found to be published is not lost',
  async (when) => {
    const body = { content: 'Quack', quote: '1' }
    await storeWrite({ kind: 'post', target: '', key: 'key', body, tried: when === 'before' ? [body] : [] })
    const [entry] = entries.get() as WritingEntry[]
    const made = () => Response.json({ post: post() }, { status: 201 })
    const revise = async () => entry && (await reviseEntry(entry, { body: { content: 'Quack' } }))
    if (when === 'before') {
      automatic = (request) => (request.includes('quote') ? made() : refuse(422, 'idempotencyKeyReused'))
      await revise()
    } else {
      const sending = sendSoon()
      await expect.poll(() => sent).toHaveLength(1)
      await revise()
      await answer(0, made())
      await sending
    }
    await expect.poll(() => entries.get()).toMatchObject([{ state: 'refused', body: { content: 'Quack' }, tried: [] }])
    const [kept] = entries.get() as WritingEntry[]
    expect(kept?.problem).toContain('already published with the quote')
    expect(kept?.key).not.toBe('key')
    automatic = made
    if (kept) await retryEntry(kept)
    await expect.poll(() => left()).toEqual([])
    expect(sent.at(-1)).toBe('POST /api/posts {"postData":{"content":"Quack"}}')
  },
)

test('what fails after the next member has signed in is not kept as theirs', async () => {
  const writing = writePost({ content: 'Of Ann', firstName: 'Ann' }, 'key')
  await expect.poll(() => sent.length).toBeGreaterThan(0)
  signIn(BOB)
  for (const { resolve } of answers) resolve('no network')
  await expect(writing).rejects.toMatchObject({ name: 'AbortError' })
  expect(await (await openDatabase()).getAll('outbox')).toEqual([])
})
