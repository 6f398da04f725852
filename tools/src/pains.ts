/** Texts that make a pattern which backtracks take minutes, and how long one that does not may take. */

/** Milliseconds of processor time, which is the same on a busy machine. */
export const SOON = 5_000
/** No header is longer, and no text of a member. */
export const LONG = 16_000
/** Repeated to a length. */
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

/** Processor time of this thread since then, in milliseconds. */
export function cpuMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(since)
  return (user + system) / 1_000
}
