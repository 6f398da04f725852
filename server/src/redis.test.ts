import pino from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../test/app.ts'
import { describeWith } from '../test/needs.ts'
import { startRedis, type TestRedis } from '../test/redis.ts'
import { RATE_LIMITS } from './http/rate-limits.ts'
import { type OpenRedis, openRedis } from './redis.ts'

describeWith('redis', 'with Redis', () => {
  let server: TestRedis
  let nodes: { readonly app: TestApp; readonly shared: OpenRedis; readonly log: string[] }[]

  beforeEach(async () => {
    server = await startRedis()
    nodes = []
  })
  afterEach(async () => {
    for (const { app, shared } of nodes) {
      await app.close()
      shared.close()
    }
    await server.kill()
  })

  async function startNode() {
    const log: string[] = []
    const logger = pino({ level: 'info' }, { write: (line: string) => log.push(JSON.parse(line).msg) })
    const shared = openRedis(server.url, logger)
    await expect.poll(() => shared.redis.isReady).toBe(true)
    const app = await startTestApp({ rateLimits: RATE_LIMITS, redis: shared.redis })
    nodes.push({ app, shared, log })
    return { app, shared, log }
  }
  const logIn = async ({ app }: { app: TestApp }) =>
    (
      await app.visitor.send({
        method: 'POST',
        url: '/api/auth/login',
        payload: { username: 'nobody', password: 'xxxxxxxx' },
      })
    ).status

  test('nodes count together', async () => {
    const [one, two] = [await startNode(), await startNode()]
    for (let index = 0; index < 10; index++) expect([await logIn(one), await logIn(two)]).toEqual([404, 404])
    expect([await logIn(one), await logIn(two)]).toEqual([429, 429])
  })

  test('a node goes on by itself while Redis is away, says so once, and comes back to it', async () => {
    const node = await startNode()
    for (let index = 0; index < 20; index++) await logIn(node)
    expect(await logIn(node)).toBe(429)

    await server.kill()
    // By its own count, and limited by that too.
    await expect.poll(() => logIn(node)).toBe(404)
    const own = []
    for (let index = 0; index < 25; index++) own.push(await logIn(node))
    expect(own).toContain(404)
    expect(own.at(-1)).toBe(429)

    await server.untilLookedFor(3)
    await server.start()
    await expect.poll(() => node.shared.redis.isReady).toBe(true)
    expect(await logIn(node)).toBe(404)
    expect(node.log.filter((line) => line.includes('Redis'))).toEqual([
      'Redis is away; this node goes on by itself',
      'Redis is back',
    ])
  })

  test('a server starts where there is none', async () => {
    await server.kill()
    const shared = openRedis(server.url, pino({ level: 'silent' }))
    const app = await startTestApp({ rateLimits: RATE_LIMITS, redis: shared.redis })
    expect(await logIn({ app })).toBe(404)
    await app.close()
    shared.close()
  })
})
