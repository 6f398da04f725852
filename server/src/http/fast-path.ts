import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { hasVersion } from './entity-tags.ts'
import { HEADERS } from './headers.ts'
import { interceptRequests } from './intercept.ts'
import type { CountAtOnce } from './rate-limits.ts'
import { JSON_TYPE, READ_HEADERS } from './read-answer.ts'
import type { Repeats } from './repeats.ts'
import type { ViewerMemory } from './viewer.ts'
import type { Written } from './written.ts'

export interface FastPathOptions {
  readonly viewers: ViewerMemory
  readonly repeats: Repeats
  /** Null where nothing is limited. */
  readonly count: CountAtOnce | null
  /** Counts an answer, as metrics have it. */
  readonly observe: (method: string, route: string, status: number, seconds: number) => void
}

const flat = (headers: Readonly<Record<string, string>>): readonly string[] => Object.entries(headers).flat()
const COMMON = [...flat(HEADERS), ...flat(READ_HEADERS)]

/**
 * Answers a member what was asked for before, and can be put together of what is remembered, before the framework sees
 * it: finding the route, reading and checking the request, and going through the hooks would cost twice as much as
 * making and sending the answer. It answers as they would, to the letter (fast-path.test.ts); whatever is not plain is
 * left to them: refusals, visitors, a first request, a server that is closing.
 */
export function registerFastPath(app: FastifyInstance, { viewers, repeats, count, observe }: FastPathOptions): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })

  interceptRequests(app, (request, response) => {
    const { method, url = '', headers } = request
    if (method !== 'GET' || !headers.authorization || isClosing || isEachLogged(app)) return false
    const began = performance.now()
    const repeat = repeats.find(url)
    const viewer = repeat && viewers.find(headers.authorization)
    const written = viewer ? repeat.make(viewer.id) : null
    if (!viewer || !written) {
      repeats.misses++
      return false
    }
    const limit = count ? count(repeat.endpoint.rate, viewer) : NO_LIMIT
    if (!limit) return false
    repeats.hits++
    const status = send(request, response, written, limit)
    observe(method, repeat.endpoint.path, status, (performance.now() - began) / 1_000)
    return true
  })
}

const NO_LIMIT: readonly string[] = []

/** The request log writes a line for each good answer then. */
function isEachLogged({ log: { level } }: FastifyInstance): boolean {
  return level === 'debug' || level === 'trace'
}

/** @returns the status */
function send(
  { headers }: IncomingMessage,
  response: ServerResponse,
  { bytes, etag }: Written,
  limit: readonly string[],
): number {
  if (hasVersion(headers['if-none-match'], etag)) {
    response.writeHead(304, [...COMMON, ...limit, 'etag', etag]).end()
    return 304
  }
  const of = ['etag', etag, 'content-type', JSON_TYPE, 'content-length', String(bytes.length)]
  response.writeHead(200, [...COMMON, ...limit, ...of]).end(bytes, 'latin1')
  return 200
}
