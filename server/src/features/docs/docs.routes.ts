import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { HEADERS } from '../../http/raw/headers.ts'
import { docsPage, STYLE } from './docs.page.ts'
import { openApi } from './openapi.ts'

/** Routes of this feature besides the declared endpoints. Other methods on them are refused like on endpoints. */
export const DOCS = [
  { method: 'GET', path: '/api/openapi.json' },
  { method: 'GET', path: '/api/docs' },
] as const

const POLICY = 'content-security-policy'
/** The policy of all pages, with the style of this one. */
const OF_PAGE = String(HEADERS[POLICY]).replace(
  "style-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
)

/** Serves the contract for programs and for people. Both are generated on the first request. */
export function registerDocs(app: FastifyInstance, version: string): void {
  const document = once(() => JSON.stringify(openApi(version)))
  const page = once(() => docsPage(version))
  app.get('/api/openapi.json', { config: { addressClass: 'page' } }, async (_request, reply) =>
    reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(document()),
  )
  app.get('/api/docs', { config: { addressClass: 'page' } }, async (_request, reply) =>
    reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header(POLICY, OF_PAGE).send(page()),
  )
}

function once(make: () => string): () => string {
  let made: string | null = null
  return () => {
    made ??= make()
    return made
  }
}
