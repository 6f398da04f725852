import { readdirSync, readFileSync } from 'node:fs'
import { setPriority } from 'node:os'

/** As Node names the threads on which the garbage of the others is looked for. */
const COLLECTORS = 'V8Worker'
/** What is left over, and no more. */
const LOWEST = 19

/**
 * Lets requests go before the collection of garbage: on a machine with one or two processors it would take half of one
 * for a tenth of a second, every few seconds. Where threads have no priority of their own (not Linux), nothing changes.
 */
export function putRequestsFirst(): void {
  try {
    for (const thread of readdirSync('/proc/self/task')) {
      const name = readFileSync(`/proc/self/task/${thread}/comm`, 'utf8').trim()
      if (name === COLLECTORS) setPriority(Number(thread), LOWEST)
    }
  } catch {
    // It is only slower so.
  }
}
