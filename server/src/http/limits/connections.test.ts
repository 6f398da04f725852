import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, describe, expect, onTestFinished } from 'vitest'
import { startTestApp, type TestApp } from '../../../test/app.ts'
import { test as base } from '../../../test/fixtures.ts'
import { signUp } from '../../../test/members.ts'
import { countConnections } from './connections.ts'
import { RATE_LIMITS } from './rate-limits.ts'

const LIMITS = { headersMs: 400, requestMs: 800, idleMs: 1_500, checkMs: 100 }
const CONNECTIONS = 5
const HEAD = 'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n'

/** A reset, or a write that comes too late, counts as a close. */
function closed(socket: Socket): Promise<void> {
  return new Promise((resolve) => {
    socket.on('error', () => undefined).once('close', () => resolve())
  })
}

const test = base
  .extend('options', { scope: 'file' }, () => ({ connections: LIMITS }))
  .extend('port', { scope: 'file' }, async ({ app }) => {
    return Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  /** Sends the text byte by byte with pauses, until the connection is closed. @returns what the server sent */
  .extend('dribble', ({ port }) => async (begin: string, more: string): Promise<string> => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    socket.write(begin)
    let sent = 0
    const timer = setInterval(() => socket.write(more[sent++ % more.length] ?? 'x'), 50)
    await closed(socket)
    clearInterval(timer)
    return answer
  })

describe('connections', () => {
  test('that send their headers slowly are closed', async ({ dribble }) => {
    expect(await dribble('GET /api/posts HTTP/1.1\r\nhost: a\r\n', 'x')).toMatch(/^(HTTP\/1.1 4\d\d |$)/)
  })

  test('that send a body slowly are closed', async ({ dribble }) => {
    expect(await dribble(`${HEAD}\r\n`, ' ')).toMatch(/^(HTTP\/1.1 4\d\d |$)/)
  })

  test('that are idle are closed without an answer', async ({ port }) => {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    // Only a reading socket notices the end.
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    await closed(socket)
    expect(answer).toBe('')
  })

  test('beyond the limit are refused, and earlier ones still work', async () => {
    // With the usual times: the first one sends nothing until the others are open.
    const app = await startTestApp({ connections: { connections: CONNECTIONS } })
    onTestFinished(() => app.close())
    const port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port)
    const open: Socket[] = []
    for (let index = 0; index < CONNECTIONS; index++) {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      open.push(socket)
    }
    const late = connect(port, '127.0.0.1')
    late.resume()
    await closed(late)
    const [first] = open
    first?.write('GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    const [answer] = await once(first as Socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /)
    for (const socket of open) socket.destroy()
  })
})

describe('connections of one address', () => {
  const MAX = 3
  const rateLimits = { ...RATE_LIMITS, connections: MAX }
  const apps: TestApp[] = []
  afterAll(async () => {
    for (const app of apps) await app.close()
  })

  async function start(options: Parameters<typeof startTestApp>[0]) {
    const app = await startTestApp(options)
    apps.push(app)
    const port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port)
    return { app, port }
  }

  async function open(port: number): Promise<Socket> {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    return socket
  }

  /** @returns the first data received; nothing if the connection is closed */
  async function ask(socket: Socket, path: string, headers = ''): Promise<string> {
    socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\n${headers}\r\n`)
    const answer = new Promise<string>((resolve) => socket.once('data', (data) => resolve(String(data))))
    return Promise.race([answer, closed(socket).then(() => '')])
  }

  test('beyond the limit are closed; event streams count; a closed connection no longer counts', async () => {
    const { app, port } = await start({ rateLimits, events: { lifeMs: 60_000 } })
    const ann = await signUp(app)
    const sockets = await Promise.all(Array.from({ length: MAX }, () => open(port)))
    const [stream, first, second] = sockets as [Socket, Socket, Socket]
    expect(await ask(stream, '/api/events', `authorization: ${ann.token}\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
    for (const socket of [first, second]) expect(await ask(socket, '/healthz')).toMatch(/^HTTP\/1\.1 200 /)
    expect(await ask(await open(port), '/healthz')).toBe('')
    // Earlier connections still work.
    expect(await ask(first, '/healthz')).toMatch(/^HTTP\/1\.1 200 /)
    stream.destroy()
    await expect.poll(async () => ask(await open(port), '/healthz')).toMatch(/^HTTP\/1\.1 200 /)
    const { body } = await app.visitor.send({ url: '/metrics' })
    expect(String(body)).toMatch(/quack_requests_limited_total\{class="connections"\} [1-9]/)
    for (const socket of sockets) socket.destroy()
  })

  test.each([
    ['from a trusted proxy', { rateLimits, trustProxy: ['uniquelocal', '127.0.0.0/8'] }],
    ['without rate limits', { rateLimits: null }],
  ])('are unlimited %s', async (_, options) => {
    const { port } = await start(options)
    const sockets = await Promise.all(Array.from({ length: 2 * MAX }, () => open(port)))
    for (const socket of sockets) expect(await ask(socket, '/healthz')).toMatch(/^HTTP\/1\.1 200 /)
    for (const socket of sockets) socket.destroy()
  })

  test('are counted by /64 network for IPv6, and no longer when they end', () => {
    const { enter, leave, networks } = countConnections(2)
    expect(['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2:3::3'].map(enter)).toEqual([true, true, false])
    expect(['fe80::1%eth0', 'fe80::2%eth0', 'fe80::3%eth0'].map(enter)).toEqual([true, true, false])
    for (const address of ['fe80::4%eth0', 'fe80::5%eth0']) leave(address)
    expect(['2001:db8:1:3::1', '192.0.2.1', '::ffff:192.0.2.1', '192.0.2.1'].map(enter)).toEqual([
      true,
      true,
      true,
      false,
    ])
    leave('2001:db8:1:2::9')
    expect(enter('2001:db8:1:2::9')).toBe(true)
    for (const address of ['2001:db8:1:2::', '2001:db8:1:2::', '2001:db8:1:3::', '192.0.2.1', '192.0.2.1'])
      leave(address)
    expect(networks()).toBe(0)
  })
})
