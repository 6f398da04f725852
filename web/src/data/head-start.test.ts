import { PICTURE_SIZES, pictureSource } from '@quack/contract/pictures'
import { afterEach, expect, test, vi } from 'vitest'
import { applyTheme } from '../start/apply-theme.ts'
import { beginRead } from '../start/begin-read.ts'
import { toAddress } from './api.ts'
import { takeHeadStart } from './head-start.ts'
import { firstPage } from './pages.ts'

/** The page as the start script meets it; what is asked of the server is answered with `answer`. */
function open(pathname: string, storage: Record<string, string>, { search = '', answer = {} } = {}) {
  const fetch = vi.fn(() => Promise.resolve(Response.json(answer)))
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
const HOME = toAddress('/api/feed', {}, { ...firstPage, sort: 'latest' })

afterEach(() => {
  globalThis.headStart = undefined
  vi.unstubAllGlobals()
})

test.each([
  ['/', HOME],
  ['/explore', toAddress('/api/explore', {}, firstPage)],
  ['/post-detail/xYz', toAddress('/api/posts/:postId', { postId: 'xYz' }, { embed: 0 })],
])('%s begins with the read that its screen makes', (path, address) => {
  const { fetch } = open(path, MEMBER)
  beginRead()
  expect(fetch).toHaveBeenCalledOnce()
  expect(takeHeadStart(address, 'other')).toBeUndefined()
  expect(takeHeadStart(address, 'abc')).toBeInstanceOf(Promise)
  expect(takeHeadStart(address, 'abc')).toBeUndefined()
})

test.each([
  ['/', {}, ''],
  ['/login', MEMBER, ''],
  ['/', MEMBER, '?sort=oldest'],
])('nothing is begun at %s for %o with %j', (path, storage, search) => {
  const { fetch } = open(path, storage, { search })
  beginRead()
  expect(fetch).not.toHaveBeenCalled()
})

test('the first picture is asked for as its img will be, and the answer is whole for the screen', async () => {
  const posts = [
    { type: 'image', mediaUrl: '' },
    { type: 'image', mediaUrl: '/media/one.webp' },
    { type: 'image', mediaUrl: '/media/two.webp' },
  ]
  const { links } = open('/', MEMBER, { answer: { posts } })
  beginRead()
  await expect.poll(() => links).toHaveLength(1)
  const { src, srcSet } = pictureSource('/media/one.webp')
  expect(links[0]).toMatchObject({ as: 'image', href: src, imageSrcset: srcSet, imageSizes: PICTURE_SIZES })
  const answer = await takeHeadStart(HOME, 'abc')
  expect(await answer?.json()).toEqual({ posts })
})

test.each([
  ['light', 'light'],
  ['pink', undefined],
])('the theme %s is applied as %s', (theme, applied) => {
  const { dataset } = open('/login', { theme })
  applyTheme()
  expect(dataset.theme).toBe(applied)
})
