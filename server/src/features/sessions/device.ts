/** The first that a user agent names; those that name others too come before them. */
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

/**
 * "Firefox on Linux": enough to know one's own sessions by, and no more. A program that is no browser is called as it
 * calls itself. Empty for one that says nothing.
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
