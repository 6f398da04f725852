import type { Duplex } from 'node:stream'
import { ERRORS, type ErrorBody, type ErrorCode } from '@quack/contract'
import type { FastifyInstance } from 'fastify'
import { refuseEarly } from './early-refusal.ts'
import { hasValidHost } from './host.ts'
import { interceptRequests } from './intercept.ts'

// An import would read every name that it exports, among them WebSocket: 4 MB of Node's fetch client, which nobody uses.
const { STATUS_CODES } = process.getBuiltinModule('node:http')

/**
 * What does not become a request still gets an answer. @param nextId the ids that requests get, for these have none
 */
export function answerBrokenHttp(nextId: () => string): (error: NodeJS.ErrnoException, socket: Duplex) => void {
  return (error, socket) => {
    // A browser opens connections ahead of need: an answer on an unused one would pass for that to its next request.
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
      'connection: close',
    ]
    // Nothing that follows on this connection could be understood.
    socket.end(`${head.join('\r\n')}\r\n\r\n${body}`, () => socket.destroy())
  }
}

/**
 * Leaves to us the refusals that node:http would give by itself, without a body. To be registered after all that
 * answers before the framework: what names no host is answered by nobody.
 * @param nextId the ids that requests get, for these have none
 */
export function registerBrokenHttp(app: FastifyInstance, nextId: () => string): void {
  const answer = answerBrokenHttp(nextId)
  interceptRequests(app, (request, response, pass) => {
    if (hasValidHost(request)) pass()
    else refuseEarly(response, 'requestMalformed', nextId(), { connection: 'close' })
  })
  // An unknown expectation may be overlooked (RFC 9110, 10.1.1).
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // We are no proxy.
  app.server.on('connect', (_request, socket) => answer(new Error('CONNECT'), socket))
}
