import { ERRORS } from '@quack/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { signUp, type TestMember } from '../../test/members.ts'
import { createLoadGate } from './load-gate.ts'

const LIMIT = 256
const MINIMAL = { prefer: 'return=minimal' }
const WAITS = { postData: { content: 'waits' } }

describe('with more writes under way than can be answered soon', () => {
  let app: TestApp
  let ann: TestMember
  let address: string
  let open: () => void
  // Requests that are injected come in one turn of the event loop, however many.
  const loadGate = createLoadGate((callback) => queueMicrotask(() => callback()))
  const { promise: opened, resolve } = Promise.withResolvers<void>()

  beforeAll(async () => {
    let isHeld = false
    open = resolve
    app = await startTestApp({ loadGate }, (db) => ({
      ...db,
      // A database that is slow: nothing is written until it is let go on.
      write: async (work) => {
        if (isHeld) await opened
        return db.write(work)
      },
    }))
    address = await app.app.listen({ host: '127.0.0.1', port: 0 })
    ann = await signUp(app)
    isHeld = true
  })
  afterAll(() => app.close())

  const get = (path: string) => fetch(`${address}${path}`, { headers: { authorization: ann.token ?? '' } })

  test('further requests are refused at once; health is answered; afterwards everything is as before', async () => {
    const post = () => ann.send({ method: 'POST', url: '/api/posts', headers: MINIMAL, payload: WAITS })
    const waiting = Array.from({ length: LIMIT }, post)
    await expect.poll(() => loadGate.state.underWay).toBe(LIMIT)
    const refused = await get('/api/feed')
    expect(refused.status).toBe(503)
    expect(await refused.json()).toEqual({ errors: [ERRORS.unavailable.message], requestId: expect.any(String) })
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
