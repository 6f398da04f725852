import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { ERRORS } from '@quack/contract'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import { describe, expect } from 'vitest'
import { MINIMAL } from '../../../test/client.ts'
import { test as base } from '../../../test/fixtures.ts'
import { WITHOUT_BACKGROUND_WORK } from '../../../test/without-background-work.ts'
import { createCaches } from '../../caches.ts'
import type { Database } from '../../database/database.ts'
import { createLoadGate, type LoadGate } from './load-gate.ts'

const LIMIT = 256
/** The number of connections to the database. */
const HELD = 10
const WAITS = { postData: { content: 'waits' } }

const plainGate = createLoadGate()
const underWay = () => plainGate.state.underWay

const testPlain = base
  .extend('options', { scope: 'file' }, () => ({ loadGate: plainGate }))
  /** Occupies all connections to the database, or its only writer. @returns what releases them */
  .extend('hold', ({ app }) => () => {
    const { promise: released, resolve } = Promise.withResolvers<void>()
    for (let count = 0; count < HELD; count++) app.db.write(() => released).catch(() => undefined)
    return resolve
  })
  .extend('send', ({ address, ann }) => (body: string, length = body.length, call = 'POST /api/posts'): Socket => {
    const head = [`${call} HTTP/1.1`, 'host: a', `authorization: ${ann.token}`, 'content-type: application/json']
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.write([...head, `content-length: ${length}`, 'connection: close', '', body].join('\r\n'))
    return socket
  })

describe('a request in progress', () => {
  const test = testPlain

  test('counts from its arrival to its answer, but not while its client sends the body', async ({ hold, send }) => {
    const body = JSON.stringify(WAITS)
    const slow = send(body.slice(0, 10), body.length)
    const slowest = send('{', 100, 'PUT /api/comments/1/1/vote')
    // Later requests are answered.
    await once(send(body), 'data')
    await expect.poll(underWay).toBe(0)

    const release = hold()
    // Each waits for the database, to read its member or to write.
    const sockets = [send(body), send(body), send(body)]
    await expect.poll(underWay).toBe(3)
    slow.write(body.slice(10))
    await expect.poll(underWay).toBe(4)

    release()
    slowest.destroy()
    const answers = await Promise.all([slow, ...sockets].map(async (socket) => String((await once(socket, 'data'))[0])))
    for (const answer of answers) expect(answer).toMatch(/^HTTP\/1\.1 201 /)
    expect(underWay()).toBe(0)
  })
})

/** Sheds load while `late.isLate`. */
const late = { isLate: false }
const testLate = base.extend('options', { scope: 'file' }, () => {
  const gate = createLoadGate()
  const loadGate: LoadGate = {
    ...gate,
    admit: (now) => !late.isLate && gate.admit(now),
    isLate: () => late.isLate,
    get state() {
      return gate.state
    },
  }
  return { loadGate, createCaches }
})

describe('while load is shed and this thread is late', () => {
  const test = testLate

  test('cached reads are refused too, and answered afterwards', async ({ address, ann }) => {
    const ask = async () => {
      const { status } = await fetch(`${address}/api/feed?limit=20`, { headers: { authorization: ann.token ?? '' } })
      return status
    }
    expect([await ask(), await ask()]).toEqual([200, 200])
    late.isLate = true
    expect(await ask()).toBe(503)
    late.isLate = false
    expect(await ask()).toBe(200)
  })
})

// All injected requests arrive in one turn of the event loop.
const busyGate = createLoadGate((callback) => queueMicrotask(() => callback()))

const testBusy = base
  // The writes of the indexer would be held, and counted, too.
  .extend('options', { scope: 'file' }, () => ({ ...WITHOUT_BACKGROUND_WORK, loadGate: busyGate }))
  /** A slow database: while writes are held, nothing is written. */
  .extend('writes', { scope: 'file' }, () => ({ isHeld: false, held: 0, ...Promise.withResolvers<void>() }))
  .extend(
    'watch',
    { scope: 'file' },
    ({ writes }) =>
      (db: Database): Database => ({
        ...db,
        write: async (work) => {
          if (writes.isHeld) {
            writes.held++
            await writes.promise
          }
          return db.write(work)
        },
      }),
  )

describe('with more writes in progress than can be answered soon', () => {
  const test = testBusy

  test('further requests are refused immediately; health checks are answered; afterwards everything works as before', async ({
    address,
    ann,
    writes,
  }) => {
    writes.isHeld = true
    const get = (path: string) => fetch(`${address}${path}`, { headers: { authorization: ann.token ?? '' } })
    const post = () => ann.send({ method: 'POST', url: '/api/posts', headers: MINIMAL, payload: WAITS })
    const waiting = Array.from({ length: LIMIT }, post)
    await expect.poll(() => writes.held).toBe(LIMIT)
    expect(busyGate.state.underWay).toBe(LIMIT)
    const refused = await get('/api/feed')
    expect(refused.status).toBe(503)
    expect(await refused.json()).toEqual({ errors: [ERRORS.unavailable.message], requestId: expect.any(String) })
    expect(refused.headers.get(ERROR_CODE_HEADER)).toBe('unavailable')
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    for (const path of ['/healthz', '/readyz', '/metrics']) expect((await get(path)).status).toBe(200)
    expect(busyGate.state.refused).toBeGreaterThan(0)

    writes.resolve()
    const answers = await Promise.all(waiting)
    expect(answers.filter(({ status }) => status !== 201)).toEqual([])
    const feed = await get('/api/feed')
    expect(((await feed.json()) as { posts: unknown[] }).posts).toHaveLength(100)
  })
})
