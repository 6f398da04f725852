import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ERRORS } from '@quack/contract'
import { ERROR_CODE_HEADER } from '@quack/contract/errors'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { MINIMAL } from '../../test/client.ts'
import { signUp, type TestMember } from '../../test/members.ts'
import { createCaches } from '../caches.ts'
import { createLoadGate, type LoadGate } from './load-gate.ts'

const LIMIT = 256
/** The number of connections to the database. */
const HELD = 10
const WAITS = { postData: { content: 'waits' } }

describe('a request in progress', () => {
  let app: TestApp
  let ann: TestMember
  let port: number
  let hold: () => void
  let release: () => void
  const loadGate = createLoadGate()
  const underWay = () => loadGate.state.underWay

  beforeAll(async () => {
    const { promise: released, resolve } = Promise.withResolvers<void>()
    release = resolve
    app = await startTestApp({ loadGate })
    port = Number(new URL(await app.app.listen({ host: '127.0.0.1', port: 0 })).port)
    ann = await signUp(app)
    // Occupies all connections to the database, or its only writer.
    hold = () => {
      for (let count = 0; count < HELD; count++) app.db.write(() => released).catch(() => undefined)
    }
  })
  afterAll(() => app.close())

  function send(body: string, length = body.length): Socket {
    const head = [
      'POST /api/posts HTTP/1.1',
      'host: a',
      `authorization: ${ann.token}`,
      'content-type: application/json',
    ]
    const socket = connect(port, '127.0.0.1')
    socket.write([...head, `content-length: ${length}`, 'connection: close', '', body].join('\r\n'))
    return socket
  }

  test('counts from its arrival to its answer, but not while its client sends the body', async () => {
    const body = JSON.stringify(WAITS)
    const slow = send(body.slice(0, 10), body.length)
    // Later requests are answered.
    await once(send(body), 'data')
    await expect.poll(underWay).toBe(0)

    hold()
    // Each waits for the database, to read its member or to write.
    const sockets = [send(body), send(body), send(body)]
    await expect.poll(underWay).toBe(3)
    slow.write(body.slice(10))
    await expect.poll(underWay).toBe(4)

    release()
    const answers = await Promise.all([slow, ...sockets].map(async (socket) => String((await once(socket, 'data'))[0])))
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 201 /)
    expect(underWay()).toBe(0)
  })
})

describe('while load is shed and this thread is late', () => {
  let app: TestApp
  let ann: TestMember
  let address: string
  let isLate = false
  const gate = createLoadGate()
  const loadGate: LoadGate = {
    ...gate,
    admit: (now) => !isLate && gate.admit(now),
    isLate: () => isLate,
    get state() {
      return gate.state
    },
  }

  beforeAll(async () => {
    app = await startTestApp({ loadGate, createCaches })
    address = await app.app.listen({ host: '127.0.0.1', port: 0 })
    ann = await signUp(app)
  })
  afterAll(() => app.close())

  test('cached reads are refused too, and answered afterwards', async () => {
    const ask = async () => {
      const { status } = await fetch(`${address}/api/feed?limit=20`, { headers: { authorization: ann.token ?? '' } })
      return status
    }
    expect([await ask(), await ask()]).toEqual([200, 200])
    isLate = true
    expect(await ask()).toBe(503)
    isLate = false
    expect(await ask()).toBe(200)
  })
})

describe('with more writes in progress than can be answered soon', () => {
  let app: TestApp
  let ann: TestMember
  let address: string
  let open: () => void
  let held = 0
  // All injected requests arrive in one turn of the event loop.
  const loadGate = createLoadGate((callback) => queueMicrotask(() => callback()))
  const { promise: opened, resolve } = Promise.withResolvers<void>()

  beforeAll(async () => {
    let isHeld = false
    open = resolve
    app = await startTestApp({ loadGate }, (db) => ({
      ...db,
      // A slow database: nothing is written until the test continues.
      write: async (work) => {
        if (isHeld) {
          held++
          await opened
        }
        return db.write(work)
      },
    }))
    address = await app.app.listen({ host: '127.0.0.1', port: 0 })
    ann = await signUp(app)
    isHeld = true
  })
  afterAll(() => app.close())

  const get = (path: string) => fetch(`${address}${path}`, { headers: { authorization: ann.token ?? '' } })

  test('further requests are refused immediately; health checks are answered; afterwards everything works as before', async () => {
    const post = () => ann.send({ method: 'POST', url: '/api/posts', headers: MINIMAL, payload: WAITS })
    const waiting = Array.from({ length: LIMIT }, post)
    await expect.poll(() => held).toBe(LIMIT)
    expect(loadGate.state.underWay).toBe(LIMIT)
    const refused = await get('/api/feed')
    expect(refused.status).toBe(503)
    expect(await refused.json()).toEqual({ errors: [ERRORS.unavailable.message], requestId: expect.any(String) })
    expect(refused.headers.get(ERROR_CODE_HEADER)).toBe('unavailable')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const path of ['/healthz', '/readyz', '/metrics']) expect((await get(path)).status).toBe(200)
    expect(loadGate.state.refused).toBeGreaterThan(0)

    open()
    const answers = await Promise.all(waiting)
    expect(answers.filter(({ status }) => status !== 201)).toEqual([])
    const feed = await get('/api/feed')
    expect(((await feed.json()) as { posts: unknown[] }).posts).toHaveLength(100)
  })
})
