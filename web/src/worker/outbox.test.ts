import 'fake-indexeddb/auto'
import { ENDPOINTS, type EndpointDeclaration } from '@quack/contract'
import { Value } from 'typebox/value'
import { beforeAll, expect, test, vi } from 'vitest'
import { freshDatabase } from '../../test/fresh-database.ts'
import { closeDatabase, openDatabase } from '../data/offline/database.ts'
import { isTap, type OutboxEntry } from '../data/offline/outbox-entry.ts'
import { readyTap } from '../data/sending/taps.ts'

let worker: typeof import('./outbox.ts')

beforeAll(async () => {
  vi.stubGlobal('self', { addEventListener: () => undefined })
  worker = await import('./outbox.ts')
})

function entryOf(change: object): OutboxEntry {
  const rest = { member: 'ada', target: '8', key: 'k', at: 1, state: 'waiting', revision: 0, basedOn: null }
  const entry = { ...rest, ...change } as unknown as OutboxEntry
  return isTap(entry) ? readyTap(entry) : entry
}

/** The call of the API that an entry is sent with, if the worker sends it. Its query and body are those of the call. */
function endpointOf(change: object): string | undefined {
  const request = worker.requestOf(entryOf(change))
  if (!request) return undefined
  const { method, address, body } = request
  const { pathname, searchParams } = new URL(address, 'http://quack')
  const all: [string, EndpointDeclaration][] = Object.entries(ENDPOINTS)
  const isMeant = ({ path }: EndpointDeclaration) => new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}$`).test(pathname)
  const [name, endpoint] = all.find(([, each]) => each.method === method && isMeant(each)) ?? []
  expect(Object.keys(endpoint?.query?.properties ?? {})).toEqual(expect.arrayContaining([...searchParams.keys()]))
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
    { kind: 'followTag', body: true, subject: { name: 'Ducks' } },
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
    'putTagFollow',
    'deleteTagFollow',
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

/** The worker, with something that waits of a member whose token is kept. */
async function startWith(entries: readonly object[]) {
  await freshDatabase()
  const database = await openDatabase()
  for (const entry of entries) await database.add('outbox', entryOf(entry))
  await database.put('settings', { member: 'ada', name: 'sync token', value: 'of ada' })
  return database
}

const PHOTO = {
  kind: 'post',
  target: '',
  file: new Blob(['a duck']),
  body: { content: 'Look', mediaUrl: '', type: '' },
}

const MEDIA = { media: { url: '/media/1.webp', type: 'image', width: 4, height: 3 } }

/** Takes the parts of an upload. @returns undefined for another request */
async function takeUpload(path: string, { method, body, headers }: RequestInit): Promise<Response | undefined> {
  if (method === 'POST' && path === '/api/uploads')
    return new Response(null, { status: 201, headers: { location: '/api/uploads/1' } })
  if (method !== 'PATCH') return undefined
  const offset = Number(new Headers(headers).get('upload-offset')) + (body as Blob).size
  return new Response(null, { status: 204, headers: { 'upload-offset': String(offset) } })
}

test('a new post with a picture is uploaded, and sent with its address, which stays for a second attempt', async () => {
  const database = await startWith([PHOTO])
  const requests: unknown[] = []
  let isTaken = false
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const { method, body } = init
    const upload = await takeUpload(path, init)
    const sent = body instanceof Blob ? await body.text() : body && JSON.parse(String(body)).postData
    requests.push([`${method} ${path}`, sent])
    if (upload) return upload
    return path.endsWith('/finish') ? Response.json(MEDIA) : new Response('{}', { status: isTaken ? 201 : 503 })
  })
  expect(await worker.sendWithoutPage()).toBe(false)
  const body = { content: 'Look', mediaUrl: '/media/1.webp', type: 'image' }
  expect(await database.getAll('outbox')).toMatchObject([{ body, tried: [body], file: {} }])
  isTaken = true
  expect(await worker.sendWithoutPage()).toBe(true)
  const sent = ['POST /api/posts?embed=0', body]
  expect(requests).toEqual([
    ['POST /api/uploads', undefined],
    ['PATCH /api/uploads/1', 'a duck'],
    ['POST /api/uploads/1/finish', undefined],
    sent,
    sent,
  ])
  expect(await database.getAll('outbox')).toEqual([])
  await closeDatabase()
})

test('each of several pictures is uploaded once, also if the network fails in between', async () => {
  const furtherPictures = [{ url: '', alt: 'A goose' }]
  const database = await startWith([
    { ...PHOTO, body: { ...PHOTO.body, furtherPictures }, furtherFiles: [new Blob(['a goose'])] },
  ])
  const sent: unknown[] = []
  let fails = 1
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const { body } = init
    if (body instanceof Blob) sent.push(await body.text())
    const upload = await takeUpload(path, init)
    if (upload) return upload
    const name = sent.length
    if (path.endsWith('/finish')) return Response.json({ media: { ...MEDIA.media, url: `/media/${name}.webp` } })
    if (fails-- > 0) throw new TypeError('no network')
    sent.push(JSON.parse(String(body)).postData)
    return new Response('{}', { status: 201 })
  })
  expect(await worker.sendWithoutPage()).toBe(false)
  expect(await worker.sendWithoutPage()).toBe(true)
  const further = [{ url: '/media/2.webp', alt: 'A goose' }]
  const body = { content: 'Look', mediaUrl: '/media/1.webp', type: 'image', furtherPictures: further }
  expect(sent).toEqual(['a duck', 'a goose', body])
  await database.clear('outbox')
  await closeDatabase()
})

test('a new post waits for a page if its member changes it while its file is uploaded', async () => {
  const database = await startWith([PHOTO])
  const paths: string[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    paths.push(path)
    const upload = await takeUpload(path, init)
    if (upload) return upload
    for (const entry of await database.getAll('outbox')) await database.put('outbox', { ...entry, revision: 1 })
    return Response.json(MEDIA)
  })
  expect(await worker.sendWithoutPage()).toBe(false)
  expect(paths.at(-1)).toBe('/api/uploads/1/finish')
  expect(await database.getAll('outbox')).toMatchObject([{ body: PHOTO.body, state: 'waiting' }])
  await closeDatabase()
})

test('a file that the server refuses is not sent again, and holds nothing up', async () => {
  const database = await startWith([PHOTO, { kind: 'post', target: '', body: { content: 'Hello' } }])
  const paths: string[] = []
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    paths.push(path)
    const refusal = Response.json({ errors: ['Not a picture.'] }, { status: 400 })
    return (await takeUpload(path, init)) ?? (path.endsWith('/finish') ? refusal : new Response('{}', { status: 201 }))
  })
  expect(await worker.sendWithoutPage()).toBe(true)
  expect(await worker.sendWithoutPage()).toBe(true)
  expect(paths).toEqual(['/api/uploads', '/api/uploads/1', '/api/uploads/1/finish', '/api/posts?embed=0'])
  expect(await database.getAll('outbox')).toMatchObject([{ state: 'refused', problem: 'Not a picture.' }])
  await closeDatabase()
})

test('a tap that the server refuses waits for a page, and holds no other up', async () => {
  const database = await startWith([
    { kind: 'like', body: true, subject: null },
    { kind: 'bookmark', body: true, subject: null },
    { kind: 'like', target: '9', body: true, subject: null },
  ])
  vi.stubGlobal('fetch', async (path: string) => new Response('{}', { status: path.includes('like') ? 404 : 200 }))
  const [, , changed] = await database.getAll('outbox')
  // As a page of an earlier release leaves it: the request is not that of this revision.
  await database.put('outbox', { ...changed, revision: 1 } as OutboxEntry)
  expect(await worker.sendWithoutPage()).toBe(false)
  const left = (await database.getAll('outbox')).map(({ kind, target, tried }) => [kind, target, tried])
  expect(left).toEqual([
    ['like', '8', [true]],
    ['like', '9', undefined],
  ])
  await closeDatabase()
})

test('a follow of a hashtag whose answer was lost is sent again, and holds nothing up', async () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`)
    // It has arrived: only a call that may be repeated takes it again.
    return new Response('{}', { status: method === 'POST' ? 400 : 200 })
  })
  await startWith([
    { kind: 'followTag', body: true, tried: [true], subject: { name: 'Ducks' } },
    { kind: 'bookmark', body: true, subject: null },
  ])
  expect(await worker.sendWithoutPage()).toBe(true)
  expect(requests).toEqual(['PUT /api/tags/Ducks/follow', 'PUT /api/posts/8/bookmark'])
  await closeDatabase()
})

test('what a newer release has stored stays where it is, and holds nothing up', async () => {
  const requests: string[] = []
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    requests.push(`${method} ${path}`)
    return Response.json({})
  })
  const database = await startWith([
    { kind: 'repost', body: {} },
    { kind: 'post', target: '', body: { content: 'Hello' } },
    { kind: 'poll', body: 1 },
    { kind: 'bookmark', body: true, subject: null },
  ])
  expect(await worker.sendWithoutPage()).toBe(true)
  expect(requests).toEqual(['POST /api/posts?embed=0', 'PUT /api/posts/8/bookmark'])
  expect((await database.getAll('outbox')).map(({ kind }) => kind)).toEqual(['repost', 'poll'])
  expect(await database.getAll('settings')).toEqual([])
  await closeDatabase()
})
