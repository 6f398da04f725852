import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'

const LIMITS = { headersMs: 400, requestMs: 800, idleMs: 1_500, checkMs: 100, connections: 5 }
const HEAD = 'POST /api/auth/login HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 100\r\n'

describe('connections', () => {
  let app: TestApp
  let port: number

  beforeAll(async () => {
    app = await startTestApp({ connections: LIMITS })
    port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port)
  })
  afterAll(() => app.close())

  /** Sends a byte of the text now and then, for as long as the server listens. @returns what it said */
  async function dribble(begin: string, more: string): Promise<string> {
    const socket = connect(port, '127.0.0.1')
    let answer = ''
    socket.on('data', (chunk) => {
      answer += chunk.toString()
    })
    // A reset ends it as well as a close.
    socket.on('error', () => undefined)
    socket.write(begin)
    let sent = 0
    const timer = setInterval(() => socket.write(more[sent++ % more.length] ?? 'x'), 50)
    await once(socket, 'close')
    clearInterval(timer)
    return answer
  }

  test('that send their headers slowly are ended', async () => {
    expect(await dribble('GET /api/posts HTTP/1.1\r\nhost: a\r\n', 'x')).toMatch(/^(HTTP\/1.1 4\d\d |$)/)
  })

  test('that send a body slowly are ended', async () => {
    expect(await dribble(`${HEAD}\r\n`, ' ')).toMatch(/^(HTTP\/1.1 4\d\d |$)/)
  })

  test('on which nothing moves are ended', async () => {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    // Only one who reads is told of the end.
    socket.on('error', () => undefined).resume()
    await once(socket, 'close')
    expect(socket.destroyed).toBe(true)
  })

  test('beyond the most that are allowed are refused, and the others go on', async () => {
    const open: Socket[] = []
    for (let index = 0; index < LIMITS.connections; index++) {
      const socket = connect(port, '127.0.0.1')
      await once(socket, 'connect')
      open.push(socket)
    }
    const late = connect(port, '127.0.0.1')
    late.on('error', () => undefined).resume()
    await once(late, 'close')
    const [first] = open
    first?.write('GET /healthz HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n')
    const [answer] = await once(first as Socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1.1 200 /)
    for (const socket of open) socket.destroy()
  })
})
