import type { RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP } from 'node:net'
import { isPublicAddress, PrivateAddressError, publicLookup } from './public-address.ts'
import { hostOf } from './subscription.ts'

// An import would load the fetch client of Node, which takes 4 MB.
const { Agent: HttpAgent, request: requestHttp } = process.getBuiltinModule('node:http')

/** Of an answer's body, which nobody needs. A longer one ends the connection. */
const BODY_MAX_BYTES = 16_384
/** To one host, so that a slow push service occupies few of them. */
const SOCKETS_MAX = 8
const IDLE_MS = 30_000

export interface PostOptions {
  readonly allowPrivateAddresses: boolean
  /** The whole request: name lookup, connection, answer. In milliseconds. */
  readonly timeoutMs: number
}

export interface PostAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
}

export interface Poster {
  /** Sends one POST request. Redirects are not followed. @throws any error of the network, and PrivateAddressError */
  post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: Uint8Array,
    signal?: AbortSignal,
  ): Promise<PostAnswer>
  /** Ends all requests and connections. Later requests fail. */
  close(): void
}

/** An HTTP client for addresses that members choose. */
export function createPoster({ allowPrivateAddresses, timeoutMs }: PostOptions): Poster {
  const limits = { keepAlive: true, maxSockets: SOCKETS_MAX, timeout: IDLE_MS }
  const agents = { 'http:': new HttpAgent(limits), 'https:': new HttpsAgent(limits) }
  const lookup = allowPrivateAddresses ? undefined : publicLookup()
  const closing = new AbortController()

  return {
    post(url, headers, body, signal) {
      const { protocol, hostname } = new URL(url)
      const host = hostOf(hostname)
      // An address is not looked up.
      if (!allowPrivateAddresses && isIP(host) !== 0 && !isPublicAddress(host)) {
        return Promise.reject(new PrivateAddressError())
      }
      const options: RequestOptions = {
        method: 'POST',
        headers: { ...headers, 'content-length': String(body.length) },
        signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
        ...(lookup && { lookup }),
      }
      const isSecure = protocol === 'https:'
      const agent = agents[isSecure ? 'https:' : 'http:']
      return new Promise((resolve, reject) => {
        const send = isSecure ? requestHttps : requestHttp
        const request = send(url, { ...options, agent }, (response) => {
          let bytes = 0
          response.on('data', (chunk: Buffer) => {
            bytes += chunk.length
            if (bytes > BODY_MAX_BYTES) response.destroy()
          })
          response.on('error', () => undefined)
          // The status is known, whatever becomes of the body.
          response.on('close', () =>
            resolve({ status: response.statusCode ?? 0, retryAfter: response.headers['retry-after'] }),
          )
        })
        request.on('error', reject)
        request.end(body)
      })
    },
    close() {
      // The agents would open new connections for the requests that wait for one.
      closing.abort()
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
