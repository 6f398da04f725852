import { setTimeout as sleep } from 'node:timers/promises'
import type { Measured } from './processes.ts'

/** Dataset M takes some minutes, as the server's indexing rests between its steps. */
const INDEXED_WITHIN_MS = 60 * 60_000

/**
 * Waits until the server has indexed a new dataset for search. Its statements and its processor time would otherwise
 * count as those of the requests.
 */
export async function untilIndexed(server: Measured): Promise<void> {
  const deadline = performance.now() + INDEXED_WITHIN_MS
  while ((await readMetric(server, 'quack_search_first_index_done')) < 1) {
    if (performance.now() > deadline) throw new Error('The posts are not indexed.')
    await sleep(1_000)
  }
}

/** @returns not a number if the server has no such metric */
export async function readMetric({ address }: Measured, name: string): Promise<number> {
  const text = await (await fetch(`${address}/metrics`)).text()
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1] ?? Number.NaN)
}
