import { loadavg } from 'node:os'
import type { LoadResult, Spread } from './generator.ts'

/** Figures of a load, as text. */

export function saySpread({ count, p50, p99, max }: Spread): string {
  return `${count}, p50 ${p50} ms, p99 ${p99} ms, max ${max} ms`
}

export function sayStatuses({ statuses, unanswered }: LoadResult): string {
  return `statuses ${JSON.stringify(statuses)}, ${unanswered} without an answer`
}

export function sayShare(share: number): string {
  return `${Math.round(share * 100)} %`
}

/** @param problems what did not hold */
export function sayVerdict(problems: readonly string[]): string {
  return problems.length === 0 ? 'Held.' : `Not held: ${problems.join('; ')}`
}

/** The load average of the machine. */
export function sayLoads(): string {
  return loadavg()
    .map((load) => load.toFixed(1))
    .join(' ')
}
