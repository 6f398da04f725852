/** Inputs for which a backtracking regular expression takes minutes (ReDoS), and the time that others may take. */

/** CPU time in milliseconds, which does not depend on other load. */
export const SOON = 5_000
/** No header and no text of a member is longer. */
export const LONG = 16_000
/** Repeats a text to a length. */
export const PAINS = [
  'a',
  '0',
  ' ',
  '.',
  '-',
  '@',
  '/',
  '%',
  '\\',
  '\n',
  'a.',
  'a@',
  ' ,',
  '=1',
  '%2',
  '://',
  'http://',
  '"',
  "'",
  '<',
  '(',
]

/** CPU time of this thread since then, in milliseconds. */
export function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1_000
}
