import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, test, vi } from 'vitest'
import { toAddress } from './api.ts'
import { takeHeadStart } from './head-start.ts'
import { firstPage } from './pages.ts'

const SCRIPT = readFileSync(new URL('../../public/start.js', import.meta.url), 'utf8')

/** What the script asks for at an address, as a member or as a visitor. */
function begin(pathname: string, storage: Record<string, string>, search = '') {
  const fetch = vi.fn(() => Promise.resolve(new Response('{}')))
  const context = {
    location: { pathname, search },
    localStorage: { getItem: (key: string) => storage[key] ?? null },
    document: { documentElement: { dataset: {} as Record<string, string> } },
    AbortSignal,
    fetch,
    headStart: undefined,
  }
  runInNewContext(SCRIPT, context)
  globalThis.headStart = context.headStart
  return { fetch, theme: context.document.documentElement.dataset.theme }
}

const MEMBER = { token: 'abc', username: 'ada' }

afterEach(() => {
  globalThis.headStart = undefined
})

test.each([
  ['/', toAddress('/api/feed', {}, { ...firstPage, sort: 'latest' })],
  ['/explore', toAddress('/api/explore', {}, firstPage)],
  ['/post-detail/xYz', toAddress('/api/posts/:postId', { postId: 'xYz' }, { embed: 0 })],
])('%s begins with the read that its screen makes', (path, address) => {
  const { fetch } = begin(path, MEMBER)
  expect(fetch).toHaveBeenCalledOnce()
  expect(takeHeadStart(address, 'other')).toBeUndefined()
  expect(takeHeadStart(address, 'abc')).toBeInstanceOf(Promise)
  expect(takeHeadStart(address, 'abc')).toBeUndefined()
})

test('nothing is begun for a visitor, at another page, or in another order', () => {
  expect(begin('/', {}).fetch).not.toHaveBeenCalled()
  expect(begin('/login', MEMBER).fetch).not.toHaveBeenCalled()
  expect(begin('/', MEMBER, '?sort=oldest').fetch).not.toHaveBeenCalled()
})

test('a chosen theme is applied', () => {
  expect(begin('/login', { theme: 'light' }).theme).toBe('light')
  expect(begin('/login', { theme: 'pink' }).theme).toBeUndefined()
})
