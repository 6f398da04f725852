import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { Agent, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../src/database/database.ts'
import { askOver } from './network.ts'
import { withoutSnapshot } from './without-snapshot.ts'

/** Marks the harness's own requests. */
const OWN_HEADER = 'x-checked-answer'
/** Maximum number of viewers, the latest ones, besides a visitor. */
const VIEWERS_MAX = 3

export interface CheckedAnswers {
  /** Wraps the app's database. */
  readonly db: Database
  /** Answers that differ from the handler's. */
  readonly stale: readonly string[]
  /** Starts comparing the app's answers. */
  watch(app: FastifyInstance): void
  close(): Promise<void>
}

/**
 * Compares answers from the caches with answers of the handlers without caches, for all reads of all tests. Each read
 * is repeated over the network by several viewers, which finds an answer for one viewer that is sent to another. The
 * request without caches runs in a context in which they are never current.
 */
export function createCheckedAnswers(db: Database): CheckedAnswers {
  const uncached = new AsyncLocalStorage<true>()
  const viewers = new Set<string>()
  const stale: string[] = []
  const server = createServer()
  const agent = new Agent({ keepAlive: true })
  const network = askOver(() => `http://127.0.0.1:${(server.address() as AddressInfo).port}`, agent)

  async function position(): Promise<number> {
    await db.catchUp()
    return db.invalidations.position
  }

  /** A request over the network, which passes through the fast path too. */
  async function ask(path: string, headers: Record<string, string>): Promise<string> {
    const { statusCode, body } = await network.inject({ url: path, headers: { ...headers, [OWN_HEADER]: '1' } })
    return `${statusCode} ${withoutSnapshot(body)}`
  }

  async function askUncached(app: FastifyInstance, url: string, headers: Record<string, string>): Promise<string> {
    // Awaited inside, because the request is only made when it is awaited.
    const { statusCode, body } = await uncached.run(
      true,
      async () => await app.inject({ url, headers: { ...headers, [OWN_HEADER]: '1' } }),
    )
    return `${statusCode} ${withoutSnapshot(body)}`
  }

  async function check(app: FastifyInstance, url: string, authorization: string | undefined): Promise<void> {
    // Trailing blanks of a header are not sent over the network.
    if (authorization !== undefined && authorization === authorization.trim()) {
      viewers.delete(authorization)
      viewers.add(authorization)
    }
    // Without nested lists, reactions and relations are inserted into the cached parts.
    const withoutLists = url.includes('embed=') ? [] : [`${url}${url.includes('?') ? '&' : '?'}embed=0`]
    const asked = [...[...viewers].slice(-VIEWERS_MAX), undefined]
    const before = await position()
    for (const [viewer, path] of asked.flatMap((each) => [url, ...withoutLists].map((path) => [each, path] as const))) {
      const headers: Record<string, string> = viewer === undefined ? {} : { authorization: viewer }
      const expected = await askUncached(app, path, headers)
      const answer = await ask(path, headers)
      // An answer may change if others write meanwhile.
      if ((await position()) !== before) return
      if (withoutRequestId(answer) !== withoutRequestId(expected)) {
        stale.push(`GET ${path}, for ${viewer}\n  cached: ${answer}\n  uncached: ${expected}`)
      }
    }
  }

  return {
    db: { ...db, catchUp: () => (uncached.getStore() ? Promise.reject(new Error('Not cached.')) : db.catchUp()) },
    stale,
    watch(app) {
      server.on('request', (request, response) => app.server.emit('request', request, response))
      app.addHook('onSend', async ({ method, url, headers, routeOptions }, { statusCode }, payload) => {
        const { isCached } = routeOptions.config
        if (method !== 'GET' || statusCode !== 200 || !isCached || headers[OWN_HEADER] !== undefined) return payload
        if (!server.listening) await once(server.listen(0, '127.0.0.1'), 'listening')
        await check(app, url, headers.authorization)
        return payload
      })
    },
    async close() {
      agent.destroy()
      if (!server.listening) return
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

const withoutRequestId = (answer: string): string => answer.replace(/"requestId":"[^"]*"/, '')
