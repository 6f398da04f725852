import { Agent, request as httpRequest } from 'node:http'
import { connect } from 'node:net'
import type { FuzzAnswer } from './fuzz.ts'

/** After this time without an answer the server counts as hanging, in milliseconds. */
export const REQUEST_MS = 20_000

export interface Wire {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Buffer | null
}

/** Sends unchanged requests over keep-alive connections. */
export function createSender(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 16 })
  const send = ({ method, url, headers, body }: Wire) =>
    new Promise<FuzzAnswer>((resolve, reject) => {
      const length = body === null ? {} : { 'content-length': String(Buffer.byteLength(body)) }
      const options = { host: '127.0.0.1', port, path: url, method, agent, headers: { ...headers, ...length } }
      const request = httpRequest({ ...options, timeout: REQUEST_MS }, (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          const { statusCode = 0, headers: answered } = response
          resolve({
            status: statusCode,
            contentType: String(answered['content-type']),
            body: Buffer.concat(chunks).toString(),
          })
        })
      })
      request.on('timeout', () => request.destroy(new Error(`no answer within ${REQUEST_MS} ms`)))
      request.on('error', reject)
      request.end(body ?? undefined)
    })
  return { send, close: () => agent.destroy() }
}

/** Writes bytes and reads until the server closes the connection. */
export function sendBytes(port: number, bytes: string | Buffer): Promise<FuzzAnswer> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1')
    const chunks: Buffer[] = []
    socket.setTimeout(REQUEST_MS, () => socket.destroy(new Error(`no answer within ${REQUEST_MS} ms`)))
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', reject)
    socket.on('close', () => resolve(parse(Buffer.concat(chunks).toString())))
    socket.write(bytes)
  })
}

function parse(text: string): FuzzAnswer {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d+)/.exec(head)?.[1])
  const contentType = /^content-type: (.*)$/im.exec(head)?.[1] ?? ''
  return { status, contentType, body: rest.join('\r\n\r\n') }
}
