import { pbkdf2 } from 'node:crypto'
import { promisify } from 'node:util'

/** As many as the tests that run at once on two CPUs. */
const PARALLEL = 4
/** About 0.4 s of CPU time on the reference machine. */
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
