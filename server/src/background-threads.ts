import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/**
 * A tenth of what the main thread may have. With the lowest of all (19), the main thread has waited for a fifth of a
 * second for it to finish its part, with a processor that nobody used (Linux 6.18).
 */
const LOW = 10
const THREADS = '/proc/self/task'

/**
 * Has V8's own thread, which looks for garbage beside the main one, leave the processor to requests: on a single one it
 * would take every other moment of a tenth of a second. Where the system is not Linux, or says no, it stays as it is.
 */
export function yieldToRequests(): void {
  try {
    for (const id of readdirSync(THREADS)) {
      const name = readFileSync(`${THREADS}/${id}/comm`, 'utf8').trim()
      if (name === 'V8Worker') setPriority(Number(id), LOW)
    }
  } catch {
    // Nothing depends on it.
  }
}
