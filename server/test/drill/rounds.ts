import { setTimeout as sleep } from 'node:timers/promises'
import type { Cluster } from '@quack/testing/cluster/start-cluster'
import { STILL_MS, watchStalls } from '@quack/testing/machine-stalls'
import type { Fault } from './faults.ts'
import type { Failure, Load } from './load.ts'

/** Maximum time with errors after the part is back, in milliseconds. */
const ENDED_MS = 5_000
/** Maximum number of problems of one kind that are shown. */
const SHOWN = 10

export const HEAD = [
  ...['what', 'times', 'requests', 'failed', 'errors after it was back, at most'],
  ...['streams reopened', 'posts delivered', 'missing', 'twice', 'latest after'],
]

/**
 * Applies the fault several times. A round in which this machine stalled is repeated. @returns a table row, and
 * problems
 */
export async function runRounds(
  cluster: Cluster,
  load: Load,
  { name, isUnnoticed, strike }: Fault,
  times: number,
): Promise<{ row: readonly (string | number)[]; problems: string[] }> {
  const sums = { requests: 0, opened: 0, told: 0, missing: 0, twice: 0, latestMs: 0, longestMs: 0 }
  const failures: Failure[] = []
  const problems: string[] = []
  const stalls = watchStalls()
  let counted = 0
  for (let round = 0; counted < times && round < times * 3; round++) {
    const start = { requests: load.requests, failures: load.failures.length, opened: load.news.opened }
    stalls.take()
    await strike(cluster, round)
    const back = performance.now()
    await sleep(ENDED_MS + 500)
    const { due, missing, repeated, latestMs } = await load.news.report()
    problems.push(...missing.slice(0, SHOWN), ...repeated.slice(0, SHOWN))
    sums.missing += missing.length
    sums.twice += repeated.length
    sums.told += due - missing.length
    const stillMs = stalls.take()
    if (stillMs > STILL_MS) {
      console.log(`(${name}: this machine stood still for ${inSeconds(stillMs)}; once more)`)
      continue
    }
    counted++
    const failed = load.failures.slice(start.failures)
    failures.push(...failed)
    sums.requests += load.requests - start.requests
    sums.opened += load.news.opened - start.opened
    sums.latestMs = Math.max(sums.latestMs, latestMs)
    sums.longestMs = Math.max(sums.longestMs, (failed.at(-1)?.at ?? 0) - back)
  }
  stalls.end()

  if (counted < times) problems.push(`${name}: the machine stood still in most rounds`)
  if (sums.longestMs > ENDED_MS) problems.push(`${name}: errors for ${inSeconds(sums.longestMs)} after it was back`)
  if (isUnnoticed && failures.length > 0) problems.push(`${name}: ${failures.length} requests failed`)
  if (failures.length > 0) console.log(`(${name}: ${kindsOf(failures)})`)
  const errors = sums.longestMs > 0 ? inSeconds(sums.longestMs) : 'none'
  const news = [sums.opened, sums.told, sums.missing, sums.twice, inSeconds(sums.latestMs)]
  return { row: [name, counted, sums.requests, failures.length, errors, ...news], problems }
}

function kindsOf(failures: readonly Failure[]): string {
  const kinds = Object.entries(Object.groupBy(failures, ({ how }) => how))
  return kinds.map(([how, all]) => `${all?.length} × ${how}`).join(', ')
}

function inSeconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`
}
