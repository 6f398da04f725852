import { pbkdf2, pbkdf2Sync } from 'node:crypto'
import { promisify } from 'node:util'

/** As many as there are workers of the journeys (e2e/playwright.config.ts). */
const PARALLEL = 4
/** About 0.5 s of CPU time on the reference machine. */
const ITERATIONS = 3_000_000
/** What four pieces of work take on two idle CPUs of the reference machine (AMD EPYC), in milliseconds. */
const REFERENCE_MS = 1_050

/**
 * How many times slower this machine is at present than the reference machine when idle; at least 1. It measures
 * elapsed time, so fewer CPUs and other load count as well. Timeouts are multiplied by it (QUACK_PATIENCE).
 */
export async function measurePatience(): Promise<number> {
  const start = performance.now()
  await Promise.all(Array.from({ length: PARALLEL }, hash))
  return Math.max(1, (performance.now() - start) / REFERENCE_MS)
}

async function hash(): Promise<void> {
  await promisify(pbkdf2)('password', 'salt', ITERATIONS, 32, 'sha256')
}

/** Of a sample: some 20 ms of CPU time. */
const SAMPLE_ITERATIONS = 100_000
const SAMPLE_EVERY_MS = 5_000

/**
 * Samples how many times slower the machine is while something else runs. It measures CPU time, so what runs beside it
 * counts only by what the processors lose to it; a virtual machine's neighbours count, too.
 * @returns the mean so far, at least 1
 */
export function watchSlowness(): () => number {
  // On the reference machine, two hashes at a time take the elapsed time of one.
  const expected = ((REFERENCE_MS / 2) * SAMPLE_ITERATIONS) / ITERATIONS
  const samples: number[] = []
  const sample = () => {
    const start = process.cpuUsage()
    pbkdf2Sync('password', 'salt', SAMPLE_ITERATIONS, 32, 'sha256')
    const { user, system } = process.cpuUsage(start)
    samples.push((user + system) / 1_000 / expected)
  }
  sample()
  setInterval(sample, SAMPLE_EVERY_MS).unref()
  return () => Math.max(1, samples.reduce((sum, each) => sum + each, 0) / samples.length)
}
