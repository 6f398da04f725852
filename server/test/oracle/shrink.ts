import { type Failure, runHistory, type Scrutiny } from './history.ts'
import type { Operation } from './operations.ts'
import type { Subject } from './subject.ts'

/** Maximum time to look for a shorter history, in milliseconds. */
const SHRINK_MS = 90_000

/**
 * Leaves out whatever a failing history fails without: halves first, then smaller and smaller parts, down to single
 * steps (delta debugging). What is left is replayed from an empty server each time.
 */
export async function shrink(subject: Subject, failure: Failure, scrutiny: Scrutiny): Promise<Failure> {
  const deadline = Date.now() + SHRINK_MS
  const replay = (steps: readonly Operation[], how: Scrutiny) =>
    runHistory(subject, (_, index) => steps[index] ?? null, how)

  // It is faster to compare only at the end, but some failures only show on the way.
  const atTheEnd: Scrutiny = { readings: 0, everything: Number.POSITIVE_INFINITY }
  const how = (await replay(failure.history, atTheEnd)) ? atTheEnd : scrutiny

  let shortest = failure
  for (let size = Math.ceil(failure.history.length / 2); size >= 1; ) {
    let isShorter = false
    for (let start = 0; start < shortest.history.length && Date.now() < deadline; ) {
      const rest = shortest.history.filter((_, index) => index < start || index >= start + size)
      const found = rest.length < shortest.history.length ? await replay(rest, how) : null
      if (found) {
        shortest = found
        isShorter = true
      } else start += size
    }
    if (Date.now() >= deadline) break
    if (!isShorter || size > 1) size = size === 1 ? 0 : Math.ceil(size / 2)
  }
  return shortest
}
