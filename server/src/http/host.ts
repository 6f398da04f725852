import type { IncomingMessage } from 'node:http'

/** A name or an address, in brackets for IPv6, and a port (RFC 3986, 3.2.2). */
const HOST = /^(?:\[[\da-f:.]+\]|[\w.~!$&'()*+,;=%-]*)(?::\d*)?$/i

export const isHost = (text: string): boolean => HOST.test(text)

/** What every request has to say of the host it is for (RFC 9112, 3.2): at most once, and in HTTP/1.1 once. */
export function namesHost({ rawHeaders, headers: { host }, httpVersion }: IncomingMessage): boolean {
  if (host === undefined) return httpVersion !== '1.1'
  return isHost(host) && countHosts(rawHeaders) === 1
}

/** Node keeps the first of several. @param rawHeaders names and values by turns */
function countHosts(rawHeaders: readonly string[]): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? ''
    if (name.length === 4 && name.toLowerCase() === 'host') count++
  }
  return count
}
