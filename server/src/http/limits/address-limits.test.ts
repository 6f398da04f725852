import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ERRORS } from '@quack/contract'
import { MEDIA_WIDTHS, PAGE_MAX } from '@quack/contract/rules/limits'
import { describe, expect } from 'vitest'
import { test as base } from '../../../test/fixtures.ts'
import { trustedProxies } from './address-limits.ts'
import { RATE_LIMITS } from './rate-limits.ts'

const WINDOW = { timeWindow: 60_000 }
const PAGES_MAX = 3
const FILES_MAX = 5

const test = base
  .extend('options', { scope: 'file' }, async ({ fileDirectory }) => {
    await mkdir(join(fileDirectory, 'assets'))
    await writeFile(join(fileDirectory, 'index.html'), '<!-- preview --><!-- /preview --><div id="root"></div>')
    await writeFile(join(fileDirectory, 'assets/index-abc.js'), '1')
    return {
      webDirectory: fileDirectory,
      rateLimits: { ...RATE_LIMITS, page: { max: PAGES_MAX, ...WINDOW }, file: { max: FILES_MAX, ...WINDOW } },
      trustProxy: ['loopback'],
    }
  })
  .extend('ask', ({ app }) => {
    return (url: string, address: string, method: 'GET' | 'HEAD' | 'POST' = 'GET') =>
      app.visitor.send({ method, url, headers: { 'x-forwarded-for': address } })
  })

describe('requests that are not calls of the API', () => {
  let addresses = 0

  const newAddress = () => `192.0.2.${++addresses}`
  test.for<[string, string, number]>([
    ['the page of the client', '/', PAGES_MAX],
    ['the page of a member', '/profile/nobody', PAGES_MAX],
    ['the page of a post', '/post-detail/nothinghere1', PAGES_MAX],
    ['the page for an unknown address', '/no/such/page', PAGES_MAX],
    ['the documents of the API', '/api/docs', PAGES_MAX],
    ['the OpenAPI document', '/api/openapi.json', PAGES_MAX],
    ['an unknown address of the API', '/api/nothing', PAGES_MAX],
    ['media', '/media/nothing.webp', FILES_MAX],
    ['a file of the client', '/assets/index-abc.js', FILES_MAX],
  ])('%s is limited by address', async ([_, url, max], { ask }) => {
    const address = newAddress()
    for (let count = 0; count < max; count++) {
      expect((await ask(url, address, count % 2 ? 'HEAD' : 'GET')).status).not.toBe(429)
    }
    const { status, body, headers } = await ask(url, address)
    expect(status).toBe(429)
    expect(body).toEqual({ errors: [ERRORS.tooManyRequests.message], requestId: expect.any(String) })
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    expect(Number(headers['retry-after'])).toBeLessThanOrEqual(WINDOW.timeWindow / 1_000)
    expect((await ask(url, newAddress())).status).not.toBe(429)
  })

  test('are counted by class: pages together, files together, without calls and health checks', async ({ ask }) => {
    const address = newAddress()
    for (const url of ['/', '/explore', '/api/docs']) expect((await ask(url, address)).status).toBe(200)
    expect((await ask('/login', address)).status).toBe(429)
    expect((await ask('/share', address, 'POST')).status).toBe(429)
    expect((await ask('/assets/index-abc.js', address)).status).toBe(200)
    for (let count = 0; count < 10; count++) {
      for (const url of ['/api/posts', '/healthz', '/readyz']) expect((await ask(url, address)).status).toBe(200)
    }
  })

  test('are counted together for all addresses of one /64 network', async ({ ask }) => {
    for (let count = 1; count <= PAGES_MAX; count++) expect((await ask('/', `2001:db8:1:2::${count}`)).status).toBe(200)
    expect((await ask('/', '2001:db8:1:2:ffff::1')).status).toBe(429)
    expect((await ask('/', '2001:db8:1:3::1')).status).toBe(200)
  })
})

test('many people behind one address can open a page of posts with all of its pictures at the same time', () => {
  const people = 250
  const filesOfPost = MEDIA_WIDTHS.length + 1
  expect(RATE_LIMITS.file.max).toBeGreaterThanOrEqual(people * PAGE_MAX * filesOfPost)
  expect(RATE_LIMITS.page.max).toBeGreaterThanOrEqual(people * 10)
  // A browser opens six connections.
  expect(RATE_LIMITS.connections).toBeGreaterThanOrEqual(people * 6)
})

test.each<[string[] | false, string[], string[]]>([
  [false, [], ['127.0.0.1', '::1']],
  [['loopback'], ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'], ['10.0.0.1', '::2', '::ffff:10.0.0.1']],
  [['linklocal'], ['169.254.1.1', 'fe80::1', 'fe80::1%eth0'], ['169.255.1.1', '::1']],
  [['uniquelocal'], ['10.1.2.3', '172.31.0.1', '192.168.0.1', 'fd00::1'], ['172.32.0.1', '127.0.0.1', 'fe80::1']],
  [
    ['192.0.2.7', '2001:db8::7'],
    ['192.0.2.7', '::ffff:192.0.2.7', '2001:db8::7'],
    ['192.0.2.8', '2001:db8::8'],
  ],
  [
    ['198.51.100.0/24', '2001:db8::/32'],
    ['198.51.100.255', '2001:db8:ffff::1'],
    ['198.51.101.0', '2001:db9::1'],
  ],
  [['Loopback', '192.0.2.0/31'], ['127.0.0.1', '192.0.2.1'], ['192.0.2.2']],
])('of %j, %j are proxies, and %j are not', (proxies, trusted, others) => {
  const isTrusted = trustedProxies(proxies)
  expect(trusted.filter((address) => !isTrusted(address))).toEqual([])
  expect(others.filter(isTrusted)).toEqual([])
})
