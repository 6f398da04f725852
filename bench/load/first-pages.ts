import { groupsOf } from '../follow-graph.ts'
import { startGenerator } from './offer.ts'
import type { Measured } from './processes.ts'
import type { Names } from './scenarios.ts'
import type { Request } from './wrk.ts'

/** The first page of the home feed of readers who have none in the caches. Latency counts from when a request was due. */
export interface FirstPagesResult {
  readonly readers: number
  readonly rate: number
  readonly p50: number
  readonly p99: number
  readonly cpuPer1000: number
  readonly queries: number
  /** Read from disk by the server, in MB. */
  readonly diskRead: number
}

/** Requests per second. */
const RATE = 250
const CONNECTIONS = 16
/** Not measured: until the code is compiled, a page takes several times as long. A cold start has no warm-up. */
const WARM_UP_SECONDS = 4
const SECONDS = 16
/** A prime number, so that each reader is asked for once. */
const STRIDE = 997

/**
 * @param server has just started
 * @param isCold whether the first request is measured too
 * @returns null if the dataset has fewer readers
 */
export async function measureFirstPages(
  server: Measured,
  names: Names,
  isCold: boolean,
): Promise<FirstPagesResult | null> {
  const warmUp = isCold ? 0 : WARM_UP_SECONDS
  const { first, count } = groupsOf(names.members)[200]
  if (count < RATE * (warmUp + SECONDS)) return null
  // Neighbours in the dataset are not asked for one after the other: their rows are on the same pages.
  const requests = Array.from({ length: count }, (_, index): Request => {
    const token = names.token(first + ((index * STRIDE) % count))
    return { method: 'GET', path: '/api/feed?limit=20&embed=0&sort=latest', token }
  })
  const generator = await startGenerator(server, CONNECTIONS, true)
  try {
    if (!isCold) await generator.offer(requests, RATE, WARM_UP_SECONDS)
    const [before, cpu, read] = [await server.figures(), server.cpu(), server.diskRead()]
    const { offered, statuses, accepted } = await generator.offer(requests, RATE, SECONDS)
    const spent = server.cpu() - cpu
    const since = (await server.figures()).since(before)
    if (statuses[200] !== offered) throw new Error(`First pages: ${offered - (statuses[200] ?? 0)} failed.`)
    return {
      readers: offered,
      rate: RATE,
      p50: accepted.p50,
      p99: accepted.p99,
      cpuPer1000: (spent / offered) * 1_000,
      queries: since.queries / offered,
      diskRead: server.diskRead() - read,
    }
  } finally {
    generator.end()
  }
}
