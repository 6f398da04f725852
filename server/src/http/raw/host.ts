import type { IncomingMessage } from 'node:http'
import type { FastifyRequest } from 'fastify'

/** A name or an address, in brackets for IPv6, and a port (RFC 3986, 3.2.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i

/** Whether a request has a valid Host header (RFC 9112, 3.2): at most one, and exactly one in HTTP/1.1. */
export function hasValidHost({ rawHeaders, headers: { host }, httpVersion }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion !== '1.1'
  return HOST.test(host) && countHosts(rawHeaders) === 1
}

/** Node keeps only the first of several. @param rawHeaders alternating names and values */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}

const PROTOCOLS: readonly string[] = ['http', 'https']

/**
 * The origin that a request was sent to, as it states; null if it states none. The framework uses `X-Forwarded-Host`
 * and `X-Forwarded-Proto` only from trusted proxies. Their values are checked against the same syntax.
 */
export function originOf({ protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>): string | null {
  if (host === '' || !HOST.test(host) || !PROTOCOLS.includes(protocol)) return null
  const address = `${protocol}://${host}`
  return URL.canParse(address) ? new URL(address).origin : null
}

/** As originOf, before the framework; null also if a proxy may have stated another one. */
export function directOriginOf({ headers }: IncomingMessage): string | null {
  const isForwarded = 'x-forwarded-host' in headers || 'x-forwarded-proto' in headers
  return isForwarded ? null : originOf({ protocol: 'http', host: headers.host ?? '' })
}
