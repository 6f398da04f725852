import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { pipeline, type Readable, Transform } from 'node:stream'
import { createGunzip, createInflate } from 'node:zlib'
import { isPublicAddress, PrivateAddressError, publicLookup } from './public-address.ts'

// An import would load the fetch client of Node, which takes 4 MB.
const { Agent: HttpAgent, request: requestHttp } = process.getBuiltinModule('node:http')

/** Of an answer's body, which nobody needs. A longer one ends the connection. */
const UNREAD_MAX_BYTES = 16_384
/** To one host, so that a slow one occupies few of them. */
const SOCKETS_MAX = 8
const IDLE_MS = 30_000
/** What is read: until there is a connection, and all of it besides that, redirects included. In milliseconds. */
const TIMES = { connectMs: 5_000, readMs: 10_000 }
const REDIRECTS_MAX = 3
/** A compressed body may be longer than `maxBytes` by so much. */
const SPARE_BYTES = 65_536

/** Not Brotli: a page could exploit the decoder of Node before 24.22.1 (CVE-2026-111497, docs/security.md). */
const DECODERS: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
])

export interface OutsideOptions {
  /** Which addresses may be connected to; by default public ones. For tests, and if the operator allows others. */
  readonly isAllowed?: (address: string) => boolean
  /** Resolves names; for tests. */
  readonly resolve?: Parameters<typeof publicLookup>[1]
  readonly times?: typeof TIMES
  /** Who reads. */
  readonly userAgent?: string
}

export interface PostAnswer {
  readonly status: number
  readonly retryAfter: string | undefined
}

export interface ReadOptions {
  /** The types that are wanted, as in an Accept header. */
  readonly accept: string
  /** Of the body, after it was decompressed. A longer one ends with an OutsideError. */
  readonly maxBytes: number
  readonly signal?: AbortSignal
  /** Told of the address, and of each to which it redirects, before it is asked. */
  readonly onRequest?: (to: URL) => void
}

export interface Found {
  /** Where it was found in the end. */
  readonly url: string
  /** Its Content-Type, in lower case; empty if there is none. */
  readonly type: string
  /** Has to be read or destroyed. */
  readonly body: Readable
}

/** An address that is not read, or what another server has done wrong, such as a bad status or too many redirects. */
export class OutsideError extends Error {
  /** Whether it may be otherwise the next time. */
  readonly mayPass: boolean

  constructor(message: string, mayPass = false) {
    super(message)
    this.mayPass = mayPass
  }
}

/**
 * All requests to addresses that members choose. Names are resolved here, every address of a name has to be allowed (by
 * default, public), and the connection uses the address that was checked. That holds for each redirect too.
 */
export interface Outside {
  /**
   * Sends one POST request. Redirects are not followed.
   * @param timeoutMs the whole request: name lookup, connection, answer
   * @throws OutsideError, PrivateAddressError, any error of the network
   */
  post(
    url: string,
    of: {
      headers: Readonly<Record<string, string>>
      body: Uint8Array
      timeoutMs: number
      signal?: AbortSignal | undefined
    },
  ): Promise<PostAnswer>
  /**
   * Reads what is at an address, or where it redirects to.
   * @throws OutsideError, PrivateAddressError, any error of the network
   */
  read(url: string, options: ReadOptions): Promise<Found>
  /** Ends all requests and connections. Later requests fail. */
  close(): void
}

export function createOutside(options: OutsideOptions = {}): Outside {
  const { isAllowed = isPublicAddress, resolve, times = TIMES, userAgent = 'Quack' } = options
  const limits = { keepAlive: true, maxSockets: SOCKETS_MAX, timeout: IDLE_MS }
  const agents = { 'http:': new HttpAgent(limits), 'https:': new HttpsAgent(limits) }
  const lookup: LookupFunction = publicLookup(isAllowed, resolve)
  const closing = new AbortController()

  /** @returns the answer, whose body has to be read or destroyed */
  function send(url: URL, options: RequestOptions, body?: Uint8Array, connectMs?: number): Promise<IncomingMessage> {
    const { protocol, hostname } = url
    if (protocol !== 'http:' && protocol !== 'https:')
      return Promise.reject(new OutsideError(`${protocol} is not read.`))
    const host = hostOf(hostname)
    // An address is not looked up.
    if (isIP(host) !== 0 && !isAllowed(host)) return Promise.reject(new PrivateAddressError())
    return new Promise((resolve, reject) => {
      const request = (protocol === 'https:' ? requestHttps : requestHttp)(
        url.href,
        { ...options, agent: agents[protocol], lookup },
        resolve,
      )
      request.on('error', reject)
      // Also of an answer that switches to another protocol, after which there is neither an answer nor an error.
      request.on('close', () => reject(new OutsideError('It has not answered.', true)))
      if (connectMs !== undefined) giveUpConnecting(request, connectMs)
      request.end(body)
    })
  }

  async function follow(url: URL, options: ReadOptions, signal: AbortSignal, redirects = 0): Promise<Found> {
    const headers = { accept: options.accept, 'accept-encoding': 'gzip', 'user-agent': userAgent }
    options.onRequest?.(url)
    const answer = await send(url, { headers, signal }, undefined, times.connectMs)
    const { statusCode: status = 0, headers: given } = answer
    if (status >= 300 && status < 400 && given.location !== undefined) {
      answer.destroy()
      if (redirects === REDIRECTS_MAX) throw new OutsideError('It redirects too often.')
      if (!URL.canParse(given.location, url.href)) throw new OutsideError('It redirects to no address.')
      return follow(new URL(given.location, url), options, signal, redirects + 1)
    }
    if (status !== 200) {
      answer.destroy()
      throw new OutsideError(`It answers ${status}.`, status >= 500 || status === 429)
    }
    return { url: url.href, type: (given['content-type'] ?? '').toLowerCase(), body: bodyOf(answer, options.maxBytes) }
  }

  return {
    async post(url, { headers, body, timeoutMs, signal }) {
      const answer = await send(
        new URL(url),
        {
          method: 'POST',
          headers: { ...headers, 'content-length': String(body.length) },
          signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])]),
        },
        body,
      )
      return new Promise((resolve) => {
        let bytes = 0
        answer.on('data', (chunk: Buffer) => {
          bytes += chunk.length
          if (bytes > UNREAD_MAX_BYTES) answer.destroy()
        })
        answer.on('error', () => undefined)
        // The status is known, whatever becomes of the body.
        answer.on('close', () => resolve({ status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }))
      })
    },
    async read(url, options) {
      if (!URL.canParse(url)) throw new OutsideError('It is no address.')
      const timeout = AbortSignal.timeout(times.connectMs + times.readMs)
      const signal = AbortSignal.any([closing.signal, timeout, ...(options.signal ? [options.signal] : [])])
      return follow(new URL(url), options, signal)
    },
    close() {
      // The agents would open new connections for the requests that wait for one.
      closing.abort()
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

/** The host of a URL without the brackets around an IPv6 address. */
export function hostOf(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '')
}

function giveUpConnecting(request: ClientRequest, ms: number): void {
  const timer = setTimeout(() => request.destroy(new OutsideError('There is no connection in time.', true)), ms)
  const stop = () => clearTimeout(timer)
  request.on('close', stop)
  request.on('socket', (socket) => {
    if (!socket.connecting) stop()
    else socket.once('encrypted' in socket ? 'secureConnect' : 'connect', stop)
  })
}

/** An answer's body, decompressed. @throws OutsideError for an unknown coding */
function bodyOf(answer: IncomingMessage, maxBytes: number): Readable {
  const coding = answer.headers['content-encoding']?.trim().toLowerCase() || 'identity'
  const decoder = DECODERS.get(coding)?.()
  if (!decoder && coding !== 'identity') {
    answer.destroy()
    throw new OutsideError(`It is coded as ${coding}.`)
  }
  const limited = limitOf(maxBytes)
  // Whoever reads it gets the error.
  const onEnd = () => undefined
  // Before it is decompressed too: there may be much that comes to nothing.
  if (decoder) pipeline(answer, limitOf(maxBytes + SPARE_BYTES), decoder, limited, onEnd)
  else pipeline(answer, limited, onEnd)
  return limited
}

function limitOf(maxBytes: number): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      done(bytes > maxBytes ? new OutsideError('It is too long.') : null, chunk)
    },
  })
}
