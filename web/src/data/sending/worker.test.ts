import 'fake-indexeddb/auto'
import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { ENDPOINTS, type EndpointDeclaration } from '@quack/contract'
import { Value } from 'typebox/value'
import { expect, test } from 'vitest'
import { freshDatabase } from '../../../test/fresh-database.ts'
import type { KeptToggle } from '../cache/toggle-queue.ts'
import { closeDatabase, openDatabase } from '../offline/database.ts'
import { OUTBOX_KINDS, type OutboxEntry } from '../offline/outbox-entry.ts'
import { TOGGLE_KINDS } from '../toggles/toggle-rows.ts'

interface WorkerRequest {
  path: string
  body?: unknown
}

const requests: string[] = []

/** What the service worker would send. It is a script of its own, and shares no code with the pages. */
const worker = runInNewContext(
  `${readFileSync(new URL('../../../service-worker-outbox.js', import.meta.url), 'utf8')}
   ;({ requestOfEntry, requestOfToggle, sendWithoutPage, ENTRIES, TOGGLES })`,
  {
    self: { addEventListener: () => undefined },
    indexedDB: { open: (name: string) => indexedDB.open(name) },
    navigator: { locks: { request: (_: string, send: () => unknown) => send() } },
    BroadcastChannel: class {
      postMessage = () => undefined
    },
    AbortSignal,
    async fetch(path: string) {
      requests.push(path)
      return Response.json({})
    },
  },
) as {
  requestOfEntry: (entry: object) => WorkerRequest | null
  requestOfToggle: (row: { value: Omit<KeptToggle, 'was'> }) => WorkerRequest | null
  sendWithoutPage: () => Promise<boolean>
  ENTRIES: readonly string[]
  TOGGLES: readonly string[]
}

/** The call of the API that has this address, and takes this query and body. */
function endpointOf({ path, body }: WorkerRequest): string | undefined {
  const { pathname, searchParams } = new URL(path, 'http://quack.example')
  const all: [string, EndpointDeclaration][] = Object.entries(ENDPOINTS)
  const [name, endpoint] =
    all.find(
      ([, { method, path }]) => method === 'POST' && new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname),
    ) ?? []
  expect(Object.keys(endpoint?.query?.properties ?? {})).toEqual(expect.arrayContaining([...searchParams.keys()]))
  if (endpoint?.body) expect(Value.Errors(endpoint.body, body)).toEqual([])
  return name
}

test.each([
  ['like', true, '7', 'likePost'],
  ['like', false, '7', 'dislikePost'],
  ['bookmark', true, '7', 'addBookmark'],
  ['bookmark', false, '7', 'removeBookmark'],
  ['follow', 'following', { _id: '7' }, 'followMember'],
  ['follow', 'none', { _id: '7' }, 'unfollowMember'],
  ['vote', 'up', { postId: '7' }, 'upvoteComment'],
  ['vote', 'down', { postId: '7' }, 'downvoteComment'],
] as const)('the service worker sends a %s of %o to the call of the API', (kind, value, subject, name) => {
  const request = worker.requestOfToggle({ value: { kind, key: '8', subject, value, isTried: false } })
  expect(request && endpointOf(request)).toBe(name)
})

test('the service worker sends new posts and comments, and leaves all else to a page', () => {
  const entry = { target: '', key: 'k', body: { content: 'Hello', mediaUrl: '', type: '', alt: '' } }
  const requestOf = (change: object) => {
    const request = worker.requestOfEntry({ ...entry, ...change })
    return request && endpointOf(request)
  }
  expect(requestOf({ kind: 'post' })).toBe('createPost')
  expect(requestOf({ kind: 'post', tried: [entry.body] })).toBe('createPost')
  expect(requestOf({ kind: 'comment', target: '7', body: { text: 'Hello' } })).toBe('addComment')
  expect(requestOf({ kind: 'post', file: new Blob() })).toBeNull()
  expect(requestOf({ kind: 'post', tried: [{ content: 'Earlier' }] })).toBeNull()
  expect(requestOf({ kind: 'post', isRemoved: true })).toBeNull()
  for (const kind of ['editPost', 'editComment', 'deletePost', 'deleteComment']) expect(requestOf({ kind })).toBeNull()
  const unlike = { kind: 'like', key: '8', subject: '8', value: false, isTried: true } as const
  expect(worker.requestOfToggle({ value: unlike })).toBeNull()
})

test('the service worker knows the kinds that the pages know, and leaves those of a newer release where they are', async () => {
  expect([...worker.ENTRIES]).toEqual(OUTBOX_KINDS)
  expect([...worker.TOGGLES]).toEqual(TOGGLE_KINDS)
  await freshDatabase()
  const database = await openDatabase()
  const entry = { member: 'ada', target: '', key: 'k', body: {}, at: 1, state: 'waiting', revision: 0 }
  for (const kind of ['repost', 'post']) await database.add('outbox', { ...entry, kind } as unknown as OutboxEntry)
  for (const [at, kind] of ['poll', 'bookmark'].entries()) {
    const value = { kind, key: '7', subject: '7', value: true, was: false, isTried: false, at, revision: 0 }
    await database.put('settings', { member: 'ada', name: `toggle ${kind} 7`, value })
  }
  await database.put('settings', { member: 'ada', name: 'sync token', value: 'of ada' })
  expect(await worker.sendWithoutPage()).toBe(true)
  expect(requests).toEqual(['/api/posts?embed=0', '/api/users/bookmark/7?limit=1'])
  expect((await database.getAll('outbox')).map(({ kind }) => kind)).toEqual(['repost'])
  expect((await database.getAll('settings')).map(({ name }) => name)).toEqual(['toggle poll 7'])
  await closeDatabase()
})
