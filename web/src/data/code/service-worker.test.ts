import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

/** A request of a page, as the worker sees it. */
interface Request {
  method: string
  url: string
  mode: string
}
type Answer = () => Promise<Response>

/** The service worker of a release, with its shell in the cache. @returns what it answers to a page */
function startWorker(network: Answer, cached: readonly string[] = ['/', '/start.js']) {
  const listeners = new Map<string, (event: object) => void>()
  const cache = {
    match: (name: string) => Promise.resolve(cached.includes(name) ? new Response(`kept ${name}`) : undefined),
  }
  runInNewContext(readFileSync(new URL('../../../service-worker.js', import.meta.url), 'utf8'), {
    RELEASE: { name: 'r1', files: ['/', '/start.js'] },
    URL,
    caches: { open: () => Promise.resolve(cache) },
    fetch: network,
    self: {
      location: { origin: 'https://quack.example' },
      addEventListener: (type: string, listener: (event: object) => void) => listeners.set(type, listener),
    },
  })
  return async (path: string, mode = 'navigate'): Promise<string> => {
    const request: Request = { method: 'GET', url: `https://quack.example${path}`, mode }
    let answer: Promise<Response> | undefined
    listeners.get('fetch')?.({ request, respondWith: (given: Promise<Response>) => (answer = given) })
    return (await answer)?.text() ?? 'left to the browser'
  }
}

const fails: Answer = () => Promise.reject(new TypeError('Failed to fetch'))
const answers = (status: number) => () => Promise.resolve(new Response('from the network', { status }))

test.each([
  ['the network fails', fails],
  ['a proxy has no server', answers(503)],
  ['a proxy gets a broken answer', answers(502)],
  ['a proxy gets no answer', answers(504)],
])('when %s, pages start from the kept shell', async (_, network) => {
  const load = startWorker(network)
  expect(await load('/post-detail/7')).toBe('kept /')
  expect(await load('/start.js', 'no-cors')).toBe('kept /start.js')
  expect(await load('/api/feed')).toBe('left to the browser')
  expect(await load('/oauth/authorize?client_id=x')).toBe('left to the browser')
})

test.each([200, 404, 500])('a page that the server answers with %i is that of the server', async (status) => {
  expect(await startWorker(answers(status))('/')).toBe('from the network')
})

test('without a kept shell, the page is what the network says', async () => {
  expect(await startWorker(answers(503), [])('/')).toBe('from the network')
  await expect(startWorker(fails, [])('/')).rejects.toThrow('Failed to fetch')
})
