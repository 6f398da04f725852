import { createHash } from 'node:crypto'
import type { ClientCall } from '@quack/contract/client-api/client-call'
import type { FastifyInstance } from 'fastify'
import { HEADERS } from '../../http/raw/headers.ts'
import { clientApi } from './client-api.ts'
import { docsPage, STYLE } from './docs.page.ts'
import { type Api, openApi } from './openapi.ts'
import { OWN_API } from './own-api.ts'

const OWN = { document: '/api/openapi.json', page: '/api/docs' }
const CLIENT = { document: '/api/client/openapi.json', page: '/api/client/docs' }
const OF_OWN = 'Calls of Quack itself'
const OF_CLIENT = 'Calls for apps of other makers'

const POLICY = 'content-security-policy'
/** The policy of all pages, with the style of this one. */
const OF_PAGE = String(HEADERS[POLICY]).replace(
  "style-src 'self'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
)

/**
 * Serves each API for programs and for people. Each document and page is generated when it is first requested.
 * @param clientCalls null if there is no client API
 * @returns the routes. Other methods on them are refused like on endpoints
 */
export function registerDocs(app: FastifyInstance, version: string, clientCalls: readonly ClientCall[] | null) {
  const served = [serve(OWN, () => OWN_API, clientCalls ? { [OF_CLIENT]: CLIENT.page } : {})]
  if (clientCalls) served.push(serve(CLIENT, () => clientApi(clientCalls), { [OF_OWN]: OWN.page }))
  return served.flatMap(({ document, page }) => [document, page]).map((path) => ({ method: 'GET', path }))

  function serve(at: typeof OWN, api: () => Api, others: Readonly<Record<string, string>>) {
    const document = () => openApi(api(), version)
    const json = once(() => JSON.stringify(document()))
    const page = once(() => docsPage(document(), { 'openapi.json': at.document, ...others }))
    const options = { config: { addressClass: 'page' } } as const
    app.get(at.document, options, async (_request, reply) =>
      reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(json()),
    )
    app.get(at.page, options, async (_request, reply) =>
      reply.type('text/html; charset=utf-8').header('cache-control', 'no-cache').header(POLICY, OF_PAGE).send(page()),
    )
    return at
  }
}

function once(make: () => string): () => string {
  let made: string | null = null
  return () => {
    made ??= make()
    return made
  }
}
