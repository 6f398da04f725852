import { OUT_OF_BAND } from '@quack/contract/client-api/apps'

/** Schemes that are no app, but let a page run scripts or read files. */
const REFUSED = /^(javascript|data|vbscript|file|blob|about|view-source|filesystem):$/
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** Whether an app may be sent there: https, http on the member's own device, a scheme of its own, or nowhere. */
export function isRedirect(uri: string): boolean {
  if (uri === OUT_OF_BAND) return true
  if (!URL.canParse(uri) || /[\s<>"\\]/.test(uri)) return false
  const { protocol, hostname, username, password, hash } = new URL(uri)
  if (REFUSED.test(protocol) || username || password || hash) return false
  return protocol !== 'http:' || LOOPBACK.has(hostname)
}

/** The source of a policy's `form-action` that allows this redirect. */
export function policySourceOf(uri: string): string {
  const { protocol, origin } = new URL(uri)
  return protocol === 'http:' || protocol === 'https:' ? origin : protocol
}

/** The address of a redirect with these parameters, empty ones left out. */
export function withParameters(uri: string, parameters: Readonly<Record<string, string | undefined>>): string {
  const url = new URL(uri)
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  return url.href
}
