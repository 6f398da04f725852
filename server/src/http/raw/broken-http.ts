import type { Duplex } from 'node:stream'
import { ERRORS, type ErrorBody, type ErrorCode } from '@quack/contract'
import { ERROR_CODE_HEADER } from '@quack/contract/errors/client-errors'
import type { FastifyInstance } from 'fastify'
import { interceptRequests, refuseEarly } from './before-framework.ts'
import { hasValidHost } from './host.ts'

// An import would read all exports, including WebSocket, which loads Node's fetch client for nothing.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/**
 * Answers what Node cannot parse as a request.
 * @param nextId creates request ids, which these requests do not have yet
 */
export function answerBrokenHttp(nextId: () => string): (error: NodeJS.ErrnoException, socket: Duplex) => void {
  return (error, socket) => {
    // Browsers open connections in advance. An answer on an unused one would be taken for that to its first request.
    const isUnused = 'bytesRead' in socket && socket.bytesRead === 0
    if (isUnused || !socket.writable || error.code === 'ECONNRESET') {
      socket.destroy()
      return
    }
    const code: ErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'bodyTooLarge' : 'requestMalformed'
    const { status, message } = ERRORS[code]
    const body = JSON.stringify({ errors: [message], requestId: nextId() } satisfies ErrorBody)
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      `${ERROR_CODE_HEADER}: ${code}`,
      'connection: close',
    ]
    // What follows on this connection cannot be parsed either.
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  }
}

/**
 * Sends the refusals that node:http would send by itself without a body. Register it after everything that answers
 * before the framework, so that a request without a valid host is answered by nothing else.
 * @param nextId creates request ids, which these requests do not have yet
 */
export function registerBrokenHttp(app: FastifyInstance, nextId: () => string): void {
  const answer = answerBrokenHttp(nextId)
  interceptRequests(app, (request, response, pass) => {
    if (hasValidHost(request)) pass()
    else refuseEarly(response, 'requestMalformed', nextId(), { connection: 'close' })
  })
  // An unknown expectation may be ignored (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // This server is not a proxy.
  app.server.on('connect', (_request, socket) => answer(new Error('CONNECT'), socket))
}
