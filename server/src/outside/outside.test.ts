import type { LookupAddress } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { test as base, describe, expect } from 'vitest'
import { createOutside, OutsideError } from './outside.ts'
import { isPublicAddress, PrivateAddressError } from './public-address.ts'

/** Stands for the address of a site on the internet; the other one for an address inside. */
const SITE = '127.0.0.1'
const INSIDE = '127.0.0.2'
const MAX_BYTES = 100_000
const SHORT = { connectMs: 5_000, readMs: 5_000 }

/** What names resolve to, one after the other. */
const NAMES: Readonly<Record<string, readonly (readonly string[])[]>> = {
  'site.test': [[SITE]],
  'inside.test': [[INSIDE]],
  'both.test': [[SITE, INSIDE]],
  'inside-first.test': [[INSIDE, SITE]],
  'rebinding.test': [[SITE], [INSIDE]],
  'loopback6.test': [['::1']],
  'mapped.test': [['::ffff:7f00:2']],
  'nat64.test': [['64:ff9b::7f00:2']],
  'clouds.test': [['169.254.169.254']],
  'nobody.test': [[]],
}

const listen = (server: Server, host: string, port: number) =>
  new Promise<number>((resolve) => server.listen(port, host, () => resolve((server.address() as AddressInfo).port)))

const test = base
  .extend('routes', () => new Map<string, RequestListener>())
  .extend('site', async ({ routes }, { onCleanup }) => {
    const answer: RequestListener = (request, response) => {
      const route = routes.get(request.url ?? '')
      if (route) route(request, response)
      else response.end('found')
    }
    const inside: string[] = []
    const outer = createServer(answer)
    const port = await listen(outer, SITE, 0)
    const inner = createServer((request, response) => {
      inside.push(request.url ?? '')
      response.end('a secret')
    })
    await listen(inner, INSIDE, port)
    onCleanup(() => {
      for (const server of [outer, inner]) {
        server.close()
        server.closeAllConnections()
      }
    })
    return { port, inside }
  })
  .extend('outside', ({ site: _ }, { onCleanup }) => {
    const asked = new Map<string, number>()
    const resolve = ((host: string, _options: unknown, done: (error: Error | null, found: LookupAddress[]) => void) => {
      const time = asked.get(host) ?? 0
      asked.set(host, time + 1)
      const answers = NAMES[host] ?? [[INSIDE]]
      const found = answers[Math.min(time, answers.length - 1)] ?? []
      done(
        null,
        found.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )
    }) as unknown as NonNullable<Parameters<typeof createOutside>[0]>['resolve'] & object
    const isAllowed = (address: string) => address === SITE || isPublicAddress(address)
    const outside = createOutside({ isAllowed, resolve, times: SHORT })
    onCleanup(() => outside.close())
    return outside
  })
  .extend('read', ({ outside, site }) => async (address: string) => {
    const url = address.replace('PORT', String(site.port))
    const { body, ...found } = await outside.read(url, { accept: 'text/html', maxBytes: MAX_BYTES })
    const chunks: Buffer[] = []
    for await (const chunk of body) chunks.push(chunk as Buffer)
    return { ...found, text: Buffer.concat(chunks).toString() }
  })

/** Where the inside, or nothing on the internet, would answer. */
const INWARD = [
  ...['127.0.0.2', '2130706434', '0x7f000002', '017700000002', '0177.0.0.2', '0x7f.0.0.2', '127.2', '127.0.2'],
  ...['[::ffff:127.0.0.2]', '[::ffff:7f00:2]', '[::127.0.0.2]', '[::7f00:2]', '[::1]', '[::]', '[64:ff9b::7f00:2]'],
  ...['[2002:7f00:2::]', '[2001::1]', '[fe80::1]', '[fc00::1]', '[ff02::1]', '0.0.0.0', '0', '10.0.0.1', '172.16.0.1'],
  ...['192.168.0.1', '100.64.0.1', '169.254.169.254', '192.0.2.1', '198.18.0.1', '224.0.0.1', '255.255.255.255'],
  ...['site.test@127.0.0.2', '\u{ff11}\u{ff12}7.0.0.2', 'localhost', 'inside.test', 'both.test', 'inside-first.test'],
  ...['loopback6.test', 'mapped.test', 'nat64.test', 'clouds.test', 'nobody.test', 'inside.test.', 'INSIDE.TEST'],
]

describe('an address that a member chooses', () => {
  test.for(INWARD)('is not read at %s', async (host, { read, routes, site }) => {
    await expect(read(`http://${host}:PORT/`)).rejects.toThrow(PrivateAddressError)
    await expect(read(`https://${host}:PORT/`)).rejects.toThrow(PrivateAddressError)
    const named = host.replace(/[^ -~]/g, encodeURIComponent)
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `${status === 308 ? '' : 'http:'}//${named}:${site.port}/`
      routes.set(`/${status}`, (_request, response) => response.writeHead(status, { location }).end())
    }
    for (const status of [301, 302, 303, 307, 308])
      await expect(read(`http://site.test:PORT/${status}`)).rejects.toThrow(PrivateAddressError)
    expect(site.inside).toEqual([])
  })

  test('is connected to as it was checked, each time anew', async ({ read, site }) => {
    expect((await read('http://rebinding.test:PORT/')).text).toBe('found')
    // The connection is kept, or another one is refused.
    await read('http://rebinding.test:PORT/again').catch((error) => expect(error).toBeInstanceOf(PrivateAddressError))
    expect(site.inside).toEqual([])
  })

  test.for([
    'file:///etc/passwd',
    'ftp://site.test/',
    'data:text/html,hi',
    'javascript:alert(1)',
    'gopher://site.test/',
    'no address',
    '',
  ])('is of the web: %s', async (url, { read, routes }) => {
    await expect(read(url)).rejects.toThrow(OutsideError)
    routes.set('/', (_request, response) => response.writeHead(302, { location: url || 'http://' }).end())
    if (url !== 'no address') await expect(read('http://site.test:PORT/')).rejects.toThrow(OutsideError)
  })

  test('may redirect three times', async ({ read, routes }) => {
    for (const at of [1, 2, 3, 4])
      routes.set(`/${at}`, (_request, response) => response.writeHead(302, { location: `/${at - 1}` }).end())
    expect(await read('http://site.test:PORT/3')).toMatchObject({ text: 'found', url: expect.stringMatching(/\/0$/) })
    await expect(read('http://site.test:PORT/4')).rejects.toThrow('It redirects too often.')
  })
})

describe('what is read', () => {
  const LONG = Buffer.alloc(50 * MAX_BYTES, 'a')

  test.for([
    ['gzip', gzipSync(Buffer.from('found'))],
    ['deflate', deflateSync(Buffer.from('found'))],
  ] as const)('may be compressed: %s', async ([coding, bytes], { read, routes }) => {
    routes.set('/', (_request, response) =>
      response.writeHead(200, { 'content-encoding': coding, 'content-type': 'Text/HTML' }).end(bytes),
    )
    expect(await read('http://site.test:PORT/')).toMatchObject({ text: 'found', type: 'text/html' })
  })

  test.for([
    ['long', {}, LONG],
    ['a gzip bomb', { 'content-encoding': 'gzip' }, gzipSync(LONG)],
  ] as const)('ends if it is %s', async ([, headers, bytes], { read, routes }) => {
    routes.set('/', (_request, response) => response.writeHead(200, headers).end(bytes))
    await expect(read('http://site.test:PORT/')).rejects.toThrow('It is too long.')
  })

  test('ends if it is endless', async ({ read, routes }) => {
    routes.set('/', (_request, response) => {
      const more = (): void => {
        while (!response.destroyed && response.write(LONG.subarray(0, 10_000)));
        response.once('drain', more)
      }
      more()
    })
    await expect(read('http://site.test:PORT/')).rejects.toThrow('It is too long.')
  })

  test.for([
    ['another protocol', (response) => response.writeHead(101, { connection: 'upgrade', upgrade: 'x' }).end()],
    [
      'a coding named as a property',
      (response) => response.writeHead(200, { 'content-encoding': 'constructor' }).end('x'),
    ],
    [
      'compressed by Brotli',
      (response) => response.writeHead(200, { 'content-encoding': 'br' }).end(brotliCompressSync('found')),
    ],
    ['another coding', (response) => response.writeHead(200, { 'content-encoding': 'zstd' }).end('x')],
    ['several codings', (response) => response.writeHead(200, { 'content-encoding': 'gzip, gzip' }).end('x')],
    ['404', (response) => response.writeHead(404).end('x')],
    ['no content', (response) => response.writeHead(204).end()],
    ['a redirect to nowhere', (response) => response.writeHead(302).end()],
  ] as const satisfies readonly (readonly [string, (response: Parameters<RequestListener>[1]) => unknown])[])(
    'is not %s',
    async ([, answer], { read, routes }) => {
      routes.set('/', (_request, response) => answer(response))
      await expect(read('http://site.test:PORT/')).rejects.toThrow(OutsideError)
    },
  )

  test('ends if it is endless and comes to nothing', async ({ read, routes }) => {
    // Empty members of gzip, one after the other.
    const nothing = gzipSync(Buffer.alloc(0))
    const many = Buffer.concat(Array.from({ length: 1_000 }, () => nothing))
    routes.set('/', (_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' })
      const more = (): void => {
        while (!response.destroyed && response.write(many));
        response.once('drain', more)
      }
      more()
    })
    await expect(read('http://site.test:PORT/')).rejects.toThrow('It is too long.')
  })

  test('has to come in time: its head, and its body', async ({ site, routes }) => {
    const isAllowed = (address: string) => address === SITE
    const outside = createOutside({ isAllowed, times: { connectMs: 10, readMs: 10 } })
    routes.set('/head', () => undefined)
    routes.set('/body', (_request, response) => void response.write('<'))
    for (const path of ['head', 'body']) {
      const reading = outside
        .read(`http://${SITE}:${site.port}/${path}`, { accept: '*/*', maxBytes: MAX_BYTES })
        .then(({ body }) => body.toArray())
      await expect(reading).rejects.toThrow()
    }
    outside.close()
  })
})
