import type { IncomingMessage, ServerResponse } from 'node:http'
import { ERRORS, type ErrorBody, type ErrorCode } from '@quack/contract'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import type { FastifyInstance } from 'fastify'
import { HEADERS } from './headers.ts'

/**
 * Calls `take` for each request before the framework sees it. The interceptor that was registered last is called first.
 * @param take answers the request, or calls `pass`, now or later, to hand it on
 */
export function interceptRequests(
  app: FastifyInstance,
  take: (request: IncomingMessage, response: ServerResponse, pass: () => void) => void,
): void {
  const listeners = app.server.listeners('request') as ((request: IncomingMessage, response: ServerResponse) => void)[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    take(request, response, () => {
      for (const listener of listeners) listener(request, response)
    })
  })
}

/** Refuses a request before the framework sees it, in the form of our own API's refusals (errors.ts). */
export function refuseEarly(
  response: ServerResponse,
  code: ErrorCode,
  requestId: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const { status, message } = ERRORS[code]
  const body = JSON.stringify({ errors: [message], requestId } satisfies ErrorBody)
  response
    .writeHead(status, {
      ...HEADERS,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      [ERROR_CODE_HEADER]: code,
      ...headers,
    })
    .end(body)
}
