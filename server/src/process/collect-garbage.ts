import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/**
 * Frees 18 MB of garbage from the start. Most of it is in V8's young generation, which has grown while modules were
 * loaded, and grows again with requests. Only a last-resort collection shrinks it.
 */
export function collectGarbage(): void {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as NodeJS.GCFunction
  collect({ type: 'major', flavor: 'last-resort', execution: 'sync' })
}

/**
 * A nice value. With the lowest priority (19), the main thread sometimes waited 200 ms for this thread to finish its
 * part of a collection, although a processor was idle (Linux 6.18).
 */
const LOW = 10
const THREADS = '/proc/self/task'

/**
 * Lowers the priority of V8's garbage collection thread. On a single processor it would otherwise compete with requests
 * in slices of 100 ms. On other systems than Linux, or without the permission, nothing changes.
 */
export function yieldToRequests(): void {
  try {
    for (const id of readdirSync(THREADS)) {
      const name = readFileSync(`${THREADS}/${id}/comm`, 'utf8').trim()
      if (name === 'V8Worker') setPriority(Number(id), LOW)
    }
  } catch {
    // This is an optimisation only.
  }
}
