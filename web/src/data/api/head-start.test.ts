import { PICTURE_SIZES, pictureSource, TILE_SIZES } from '@quack/contract/rules/pictures'
import { afterEach, expect, test, vi } from 'vitest'
import { applyTheme } from '../../start/apply-theme.ts'
import { beginReads } from '../../start/begin-reads.ts'
import { firstPage } from '../cache/key-pages.ts'
import { takeHeadStart } from './api.ts'
import { toAddress } from './http.ts'

/** Stubs the page for the start script. Every request is answered with `answer`. */
function open(pathname: string, storage: Record<string, string>, { search = '', answer = {} } = {}) {
  const fetch = vi.fn((_address: string, _init?: { body?: string }) => Promise.resolve(Response.json(answer)))
  const links: Record<string, string>[] = []
  const dataset: Record<string, string> = {}
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('location', { pathname, search })
  vi.stubGlobal('localStorage', { getItem: (key: string) => storage[key] ?? null })
  vi.stubGlobal('document', {
    documentElement: { dataset },
    head: { append: (link: Record<string, string>) => links.push(link) },
    createElement: () => ({}),
  })
  return { fetch, links, dataset }
}

const MEMBER = { token: 'abc', username: 'ada' }
const HOME = toAddress('/api/feed/resume', {}, { ...firstPage, sort: 'latest', from: 'setting' })
const VIEWER = toAddress('/api/users/:username', { username: 'ada' }, { embed: 0 })
const POST = toAddress('/api/posts/:postId', { postId: 'xYz' }, { embed: 0 })
const BRANCH = toAddress('/api/comments/branch/:commentId', { commentId: '9' }, firstPage)

afterEach(() => {
  globalThis.headStart = undefined
  vi.unstubAllGlobals()
})

test.each([
  ['/', [HOME, VIEWER]],
  ['/explore', [toAddress('/api/explore', {}, firstPage)]],
  ['/post-detail/xYz', [POST, VIEWER]],
  ['/post-detail/xYz/comments/9', [POST, VIEWER, BRANCH]],
])('%s begins with the requests of its screen', (path, addresses) => {
  const { fetch } = open(path, MEMBER)
  beginReads()
  expect(fetch.mock.calls.map(([address]) => address)).toEqual(addresses)
  for (const address of addresses) {
    expect(takeHeadStart(address, 'other')).toBeUndefined()
    expect(takeHeadStart(address, 'abc')).toBeInstanceOf(Promise)
    expect(takeHeadStart(address, 'abc')).toBeUndefined()
  }
})

test('the comments of a post are requested once its id is known', async () => {
  const { fetch } = open('/post-detail/xYz', MEMBER, { answer: { post: { _id: '7' } } })
  beginReads()
  const comments = toAddress('/api/comments/:postId', { postId: '7' }, { ...firstPage, as: 'tree' })
  await expect.poll(() => fetch.mock.calls.map(([address]) => address)).toContain(comments)
  expect(takeHeadStart(comments, 'abc')).toBeInstanceOf(Promise)
})

test.each([
  ['/', {}, ''],
  ['/login', MEMBER, ''],
  ['/', MEMBER, '?sort=oldest'],
])('%s sends no early request with the storage %o and the search %j', (path, storage, search) => {
  const { fetch } = open(path, storage, { search })
  beginReads()
  expect(fetch).not.toHaveBeenCalled()
})

test('the first picture is preloaded in the size that its img will choose, and the screen still gets the whole response', async () => {
  const posts = [
    { type: 'image', mediaUrl: '' },
    { type: 'image', mediaUrl: '/media/one.webp' },
    { type: 'image', mediaUrl: '/media/two.webp' },
  ]
  const { links } = open('/', MEMBER, { answer: { posts } })
  beginReads()
  await expect.poll(() => links).toHaveLength(1)
  const { src, srcSet } = pictureSource('/media/one.webp')
  expect(links[0]).toMatchObject({ as: 'image', href: src, imageSrcset: srcSet, imageSizes: PICTURE_SIZES })
  const answer = await takeHeadStart(HOME, 'abc')
  expect(answer).toEqual({ status: 200, code: null, text: JSON.stringify({ posts }) })
  const several = open('/', MEMBER, { answer: { posts: [{ ...posts[1], furtherPictures: [{}] }] } })
  beginReads()
  await expect.poll(() => several.links).toMatchObject([{ href: src, imageSizes: TILE_SIZES }])
})

test.each([
  [true, true],
  [false, false],
])(
  'a first picture that moves is preloaded as its img will show it, with reduced motion: %s',
  async (matches, isStill) => {
    const posts = [{ type: 'image', mediaUrl: '/media/one.webp', media: { animated: true } }]
    const { links } = open('/', MEMBER, { answer: { posts } })
    vi.stubGlobal('matchMedia', () => ({ matches }))
    beginReads()
    await expect.poll(() => links).toHaveLength(1)
    const { src, srcSet } = pictureSource('/media/one.webp', isStill)
    expect(links[0]).toMatchObject({ href: src, imageSrcset: srcSet })
  },
)

test.each([
  ['light', 'light'],
  ['pink', undefined],
])('the theme %s is applied as %s', (theme, applied) => {
  const { dataset } = open('/login', { theme })
  applyTheme()
  expect(dataset.theme).toBe(applied)
})

test.each([
  ['sent before the feed is read', () => Promise.resolve(new Response('{}')), true],
  ['kept if there is no network', () => Promise.reject(new TypeError('Failed to fetch')), false],
])('a position with which the page was closed is %s', async (_, answer, isSent) => {
  const { fetch } = open('/', MEMBER)
  fetch.mockImplementationOnce(answer)
  const body = { sort: 'latest', postId: '7', offset: 3, newestId: '9' }
  const kept = { member: 'ada', body, at: Date.now() - 50, isSent: false }
  const items = new Map<string, string>([...Object.entries(MEMBER), ['position:ada:latest', JSON.stringify(kept)]])
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => items.get(name) ?? null,
    setItem: (name: string, value: string) => void items.set(name, value),
  })
  beginReads()
  const [, init] = fetch.mock.calls.find(([address]) => address === '/api/feed/position') ?? []
  expect(JSON.parse(init?.body ?? '{}')).toEqual({ ...body, age: expect.any(Number) })
  expect(fetch.mock.calls.map(([address]) => address)).not.toContain(HOME)
  await expect.poll(() => fetch.mock.calls.map(([address]) => address)).toContain(HOME)
  expect(JSON.parse(items.get('position:ada:latest') ?? '')).toEqual({ ...kept, isSent })
})
