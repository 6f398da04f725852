import { startGenerator } from './offer.ts'
import type { Measured } from './processes.ts'
import type { ReadResult } from './reads.ts'
import { type Names, READS } from './scenarios.ts'

/** Latency of a scenario at half of its full rate. */
export interface HalfLoadResult {
  readonly name: string
  readonly rate: number
  readonly p50: number
  readonly p99: number
}

const NAME = 'home latest, wide, following 200'
const CONNECTIONS = 16
const WARM_UP_SECONDS = 3
const SECONDS = 20

/** @param reads results at full load @returns null if the scenario is not among them */
export async function measureHalfLoad(
  server: Measured,
  names: Names,
  reads: readonly ReadResult[],
): Promise<HalfLoadResult | null> {
  const full = reads.find(({ name }) => name === NAME)
  const scenario = READS.find(({ name }) => name === NAME)
  if (!full || !scenario) return null
  const rate = Math.round(full.perSecond / 2)
  const generator = await startGenerator(server, CONNECTIONS)
  try {
    const requests = scenario.requests(names)
    await generator.offer(requests, rate, WARM_UP_SECONDS)
    const { accepted, statuses, offered } = await generator.offer(requests, rate, SECONDS)
    if (statuses[200] !== offered) throw new Error(`${NAME}, at half load: ${offered - (statuses[200] ?? 0)} failed.`)
    return { name: NAME, rate, p50: accepted.p50, p99: accepted.p99 }
  } finally {
    generator.end()
  }
}
