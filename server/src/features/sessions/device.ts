import type { FastifyRequest } from 'fastify'

/** In this order, because user agents of other browsers also contain the later names. */
const BROWSERS = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['Firefox/', 'Firefox'],
  ['FxiOS/', 'Firefox'],
  ['CriOS/', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const
const SYSTEMS = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS X', 'macOS'],
  ['CrOS', 'ChromeOS'],
  ['Linux', 'Linux'],
] as const

const PROGRAM_MAX_LENGTH = 40

/** The device of a request, for sessions and events of the account. */
export function deviceOf(request: FastifyRequest): string {
  return describeDevice(request.headers['user-agent'])
}

/**
 * A short name such as "Firefox on Linux", for people to recognise their sessions. A program that names neither a
 * browser nor a system has the name that it gives itself. Empty without a user agent.
 */
export function describeDevice(userAgent: string | undefined): string {
  if (!userAgent) return ''
  const find = (names: readonly (readonly [string, string])[]) => names.find(([word]) => userAgent.includes(word))?.[1]
  const browser = find(BROWSERS)
  const system = find(SYSTEMS)
  if (browser && system) return `${browser} on ${system}`
  const program = /^[\w.-]+/.exec(userAgent.slice(0, PROGRAM_MAX_LENGTH))?.[0]
  return browser ?? system ?? program ?? ''
}
