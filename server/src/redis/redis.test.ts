import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import { describeWith } from '@quack/testing/needs'
import { startRedis, type TestRedis } from '@quack/testing/redis'
import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../../test/app.ts'
import { type Client, createClient } from '../../test/client.ts'
import { signUp } from '../../test/members.ts'
import { refusal } from '../../test/refusals.ts'
import type { Database } from '../database/database.ts'
import { RATE_LIMITS } from '../http/limits/rate-limits.ts'
import { type OpenRedis, openRedis } from './redis.ts'

describeWith('redis', 'with Redis', () => {
  let server: TestRedis
  let nodes: {
    readonly app: TestApp
    /** Its own connections to the data of another node. */
    readonly db: Database | null
    readonly shared: OpenRedis
    readonly log: string[]
  }[]

  beforeEach(async () => {
    server = await startRedis()
    nodes = []
  })
  afterEach(async () => {
    for (const { app, db, shared } of nodes) {
      await app.close()
      await db?.close()
      shared.close()
    }
    await server.kill()
  })

  /** @param first another node whose data this one uses too */
  async function startNode(first: TestApp | null = null) {
    const log: string[] = []
    const logger = pino({ level: 'info' }, { write: (line: string) => log.push(JSON.parse(line).msg) })
    const shared = openRedis(server.url, logger)
    await expect.poll(() => shared.redis.isReady).toBe(true)
    const db = first && (await first.database.reopen())
    const app = await startTestApp({
      ...(db && { ...first.dependencies, db }),
      rateLimits: RATE_LIMITS,
      redis: shared.redis,
    })
    nodes.unshift({ app, db, shared, log })
    return { app, shared, log }
  }
  /**
   * Attempts it a few times: a node counts a request by itself if Redis takes too long for it, as on a busy machine. If
   * it counted all by itself, so few would not come to this answer.
   */
  async function expectOf<Answer>(attempt: () => Promise<Answer>, expected: Answer): Promise<void> {
    let answer = await attempt()
    for (let count = 1; count < 5 && !isDeepStrictEqual(answer, expected); count++) answer = await attempt()
    expect(answer).toEqual(expected)
  }
  const logIn = async ({ app }: { app: TestApp }) =>
    (
      await app.visitor.send({
        method: 'POST',
        url: '/api/auth/login',
        payload: { username: 'nobody', password: 'xxxxxxxx' },
      })
    ).status

  test('nodes share their rate limit counters', async () => {
    const [one, two] = [await startNode(), await startNode()]
    for (let index = 0; index < 10; index++) expect([await logIn(one), await logIn(two)]).toEqual([404, 404])
    for (const node of [one, two]) await expectOf(() => logIn(node), 429)
  })

  test('nodes count the accounts of an address together, and take back attempts that created none', async () => {
    const [one, two] = [await startNode(), await startNode()]
    const signUpAs = async ({ app }: { app: TestApp }, username: string) => {
      const payload = { firstName: 'A', lastName: 'B', email: 'a@example.com', username, password: 'a long one' }
      return (await app.visitor.send({ method: 'POST', url: '/api/auth/signup', payload })).status
    }
    // A reserved name.
    for (let index = 0; index < 10; index++) expect(await signUpAs(two, 'admin')).toBe(422)
    // Each node has data of its own.
    for (let index = 0; index < 20; index++) {
      expect([await signUpAs(one, `pupil${index}`), await signUpAs(two, `pupil${index}`)]).toEqual([201, 201])
    }
    let more = 0
    for (const node of [one, two]) await expectOf(() => signUpAs(node, `other${more++}`), 429)
  })

  test('nodes count attempts of a session together, and apart from those of visitors', async () => {
    const one = await startNode()
    const two = await startNode(one.app)
    const ann = await signUp(one.app)
    while ((await logIn(one)) !== 429);
    const clients = [one, two].map(({ app }) => createClient(app.app, ann.token))
    const guess = (client: Client) => client.refuse('POST /api/account/delete', { body: { password: 'not this one' } })
    for (let round = 0; round < 5; round++) {
      for (const client of clients) expect(await guess(client)).toEqual(refusal('passwordWrong'))
    }
    for (const client of clients) await expectOf(() => guess(client), refusal('tooManyRequests'))
  })

  test('a node counts by itself while Redis is away, logs that once, and returns to Redis', async () => {
    const node = await startNode()
    for (let index = 0; index < 20; index++) await logIn(node)
    await expectOf(() => logIn(node), 429)

    await server.kill()
    // Limited by the node's own counters too.
    await expect.poll(() => logIn(node)).toBe(404)
    const own = []
    for (let index = 0; index < 25; index++) own.push(await logIn(node))
    expect(own).toContain(404)
    expect(own.at(-1)).toBe(429)

    await server.untilLookedFor(3)
    await server.start()
    await expect.poll(() => node.shared.redis.isReady).toBe(true)
    await expectOf(() => logIn(node), 404)
    expect(node.log.filter((line) => line.includes('Redis'))).toEqual([
      'Redis is unavailable; this node continues without it',
      'Redis is available again',
    ])
  })

  test('a server starts without a reachable Redis', async () => {
    await server.kill()
    const shared = openRedis(server.url, pino({ level: 'silent' }))
    const app = await startTestApp({ rateLimits: RATE_LIMITS, redis: shared.redis })
    expect(await logIn({ app })).toBe(404)
    await app.close()
    shared.close()
  })
})

test('a client that is closed while it connects ends the connection as soon as it is there', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const { redis, close } = openRedis(`redis://127.0.0.1:${port}`, pino({ level: 'silent' }))
  redis.listen('news', expect.unreachable, expect.unreachable)
  const sockets: Socket[] = []
  server.on('connection', (socket) => sockets.push(socket))
  close()
  await expect.poll(() => sockets.length).toBe(2)
  // A client that stays first says hello.
  expect(await Promise.all(sockets.map((socket) => text(socket)))).toEqual(['', ''])
  server.close()
})
