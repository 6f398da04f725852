import { AsyncLocalStorage } from 'node:async_hooks'
import { isLong } from '@quack/testing/tier'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../src/database/database.ts'
import { IS_BALANCED } from './balanced.ts'
import { ENGINE } from './database.ts'
import { getInProcess } from './in-process.ts'

/** Marks the harness's own requests. */
const OWN_HEADER = 'x-checked-answer'

/** Whether each read is repeated by more viewers, and in both forms by each: it doubles the work of the tests. */
const IS_THOROUGH = isLong || IS_BALANCED || process.env.VITEST === undefined
/** On PostgreSQL, whose caches differ in how they hear of changes alone, one read is compared each time, by turns. */
const IS_SPARING = !IS_THOROUGH && ENGINE === 'postgres'
/** Maximum number of viewers, the latest ones, besides a visitor. */
const VIEWERS_MAX = IS_THOROUGH ? 3 : 1

const hourNow = () => Math.floor(Date.now() / 3_600_000)

export interface CheckedAnswers {
  /** Wraps the app's database. */
  readonly db: Database
  /** Answers that differ from the handler's. */
  readonly stale: readonly string[]
  /** Starts comparing the app's answers. */
  watch(app: FastifyInstance): void
}

/**
 * Compares answers from the caches with answers of the handlers without caches, for the cached reads of most tests. A
 * read is repeated by other viewers, which finds an answer for one viewer that is sent to another. The request without
 * caches runs in a context in which they are never current.
 */
export function createCheckedAnswers(db: Database): CheckedAnswers {
  const uncached = new AsyncLocalStorage<true>()
  const viewers = new Set<string>()
  const stale: string[] = []
  let checks = 0

  async function position(): Promise<number> {
    await db.catchUp()
    return db.invalidations.position
  }

  /** Not an injected request, which would not come to the fast path. */
  const ask = async (app: FastifyInstance, path: string, headers: Record<string, string>): Promise<string> =>
    withoutSnapshot(await getInProcess(app, path, { ...headers, [OWN_HEADER]: '1' }))

  async function check(app: FastifyInstance, url: string, authorization: string | undefined): Promise<void> {
    // Trailing blanks of a header are not sent over the network.
    if (authorization !== undefined && authorization === authorization.trim()) {
      viewers.delete(authorization)
      viewers.add(authorization)
    }
    // Without nested lists, reactions and relations are inserted into the cached parts.
    const withoutLists = url.includes('embed=') ? [] : [`${url}${url.includes('?') ? '&' : '?'}embed=0`]
    const forms = [url, ...withoutLists]
    checks++
    // By turns, so that each viewer gets each form.
    const formsFor = (index: number) => (IS_THOROUGH ? forms : forms.slice((checks + index) % forms.length).slice(0, 1))
    const viewersAsked = [...[...viewers].slice(-VIEWERS_MAX), undefined]
    const all = viewersAsked.flatMap((viewer, index) => formsFor(index).map((path) => [viewer, path] as const))
    // Each viewer twice, because `formsFor` changes the form each time: by the same step, one form would never come.
    const turn = Math.floor(checks / 2) % all.length
    const asked = IS_SPARING ? all.slice(turn, turn + 1) : all
    const [before, beganAt] = [await position(), hourNow()]
    for (const [viewer, path] of asked) {
      const headers: Record<string, string> = viewer === undefined ? {} : { authorization: viewer }
      const expected = await uncached.run(true, () => ask(app, path, headers))
      const answer = await ask(app, path, headers)
      if (withoutRequestId(answer) === withoutRequestId(expected)) continue
      // An answer may change if others write meanwhile. Signed addresses change with the hour.
      if ((await position()) !== before || hourNow() !== beganAt) return
      stale.push(`GET ${path}, for ${viewer}\n  cached: ${answer}\n  uncached: ${expected}`)
    }
  }

  return {
    db: { ...db, catchUp: () => (uncached.getStore() ? Promise.reject(new Error('Not cached.')) : db.catchUp()) },
    stale,
    watch(app) {
      app.addHook('onSend', async ({ method, url, headers, routeOptions }, { statusCode }, payload) => {
        const { isCached } = routeOptions.config
        if (method !== 'GET' || statusCode !== 200 || !isCached || headers[OWN_HEADER] !== undefined) return payload
        await check(app, url, headers.authorization)
        return payload
      })
    },
  }
}

const withoutRequestId = (answer: string): string => answer.replace(/"requestId":"[^"]*"/, '')

/** A page as JSON without the snapshot in a trending cursor. Two equal pages may have different snapshots. */
function withoutSnapshot(json: string): string {
  return json.replace(/"nextCursor":"trending\.[^"]*"/, '')
}
