import 'fake-indexeddb/auto'
import { ENDPOINTS, type EndpointDeclaration } from '@quack/contract'
import { Value } from 'typebox/value'
import { beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { closeDatabase, openDatabase } from '../data/offline/database.ts'
import type { OutboxEntry } from '../data/offline/outbox-entry.ts'

let worker: typeof import('./outbox.ts')

beforeAll(async () => {
  vi.stubGlobal('self', { addEventListener: () => undefined })
  worker = await import('./outbox.ts')
})

function entryOf(change: object): OutboxEntry {
  const rest = { member: 'ada', target: '8', key: 'k', at: 1, state: 'waiting', revision: 0, basedOn: null }
  return { ...rest, ...change } as unknown as OutboxEntry
}

/** The call of the API that an entry is sent with, if the worker sends it. Its query and body are those of the call. */
function endpointOf(change: object): string | undefined {
  const request = worker.requestOf(entryOf(change))
  if (!request) return undefined
  const all: [string, EndpointDeclaration][] = Object.entries(ENDPOINTS)
  const [name, endpoint] = all.find(([, { method, path }]) => `${method} ${path}` === request.route) ?? []
  const { query = {}, body } = request.input as { query?: object; body?: unknown }
  expect(Object.keys(endpoint?.query?.properties ?? {})).toEqual(expect.arrayContaining(Object.keys(query)))
  if (endpoint?.body) expect(Value.Errors(endpoint.body, body)).toEqual([])
  return name
}

test('the service worker sends each desired state to its call of the API', () => {
  const bob = { _id: '7', username: 'bob', firstName: 'Bob', lastName: 'Drake', avatarURL: '' }
  const states = [
    { kind: 'like', body: true },
    { kind: 'like', body: false, tried: [false] },
    { kind: 'bookmark', body: true },
    { kind: 'bookmark', body: false },
    { kind: 'follow', body: 'following', subject: bob },
    { kind: 'follow', body: 'none', subject: bob },
    { kind: 'vote', body: 'up', subject: { postId: '7' } },
    { kind: 'vote', body: 'none', subject: { postId: '7' } },
    { kind: 'followTag', body: false, subject: { name: 'Ducks' } },
    { kind: 'setting', body: { digest: 'daily' } },
  ]
  expect(states.map((state) => endpointOf({ subject: null, ...state }))).toEqual([
    'putLike',
    'deleteLike',
    'putBookmark',
    'deleteBookmark',
    'putFollow',
    'deleteFollow',
    'putVote',
    'deleteVote',
    'unfollowTag',
    'putNotificationSettings',
  ])
})

test('the service worker sends new posts and comments, and leaves all else to a page', () => {
  const body = { content: 'Hello', mediaUrl: '', type: '', alt: '' }
  expect(endpointOf({ kind: 'post', body })).toBe('createPost')
  expect(endpointOf({ kind: 'post', body, tried: [body] })).toBe('createPost')
  expect(endpointOf({ kind: 'comment', body: { text: 'Hello' } })).toBe('addComment')
  const others = [{ file: new Blob() }, { tried: [{ content: 'Earlier' }] }, { isRemoved: true }]
  for (const other of others) expect(endpointOf({ kind: 'post', body, ...other })).toBeUndefined()
  for (const kind of ['editPost', 'editComment', 'deletePost', 'deleteComment'])
    expect(endpointOf({ kind, body })).toBeUndefined()
})

test('what a newer release has stored stays where it is, and holds nothing up', async () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`)
    return Response.json({})
  })
  await freshDatabase()
  const database = await openDatabase()
  const entries = [
    { kind: 'repost', body: {} },
    { kind: 'post', target: '', body: { content: 'Hello' } },
    { kind: 'poll', body: 1 },
    { kind: 'bookmark', body: true, subject: null },
  ]
  for (const entry of entries) await database.add('outbox', entryOf(entry))
  await database.put('settings', { member: 'ada', name: 'sync token', value: 'of ada' })
  expect(await worker.sendWithoutPage()).toBe(true)
  expect(requests).toEqual(['POST /api/posts?embed=0', 'PUT /api/posts/8/bookmark'])
  expect((await database.getAll('outbox')).map(({ kind }) => kind)).toEqual(['repost', 'poll'])
  expect(await database.getAll('settings')).toEqual([])
  await closeDatabase()
})
