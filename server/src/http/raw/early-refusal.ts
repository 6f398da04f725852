import type { ServerResponse } from 'node:http'
import { ERRORS, type ErrorBody, type ErrorCode } from '@quack/contract'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import { HEADERS } from './headers.ts'

/** Refuses a request before the framework sees it, in the same form as all refusals (errors.ts). */
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
