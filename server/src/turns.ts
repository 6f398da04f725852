/** How long one piece of work may hold the event loop, in milliseconds. */
const TURN_MS = 5

const waiting: (() => void)[] = []

/** One after the other: all that wait for a turn of the event loop would go on in the same one. */
function resumeNext(): void {
  waiting.shift()?.()
  if (waiting.length > 0) setImmediate(resumeNext)
}

/** Resolves in a later turn of the event loop, in which nothing else that waits here goes on. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    if (waiting.length === 1) setImmediate(resumeNext)
  })
}

/**
 * The entries that pass. Between the turns in which they are looked at, the event loop does everything else, also if much
 * work of this kind is under way.
 * @param now in milliseconds
 */
export async function filterInTurns<Entry>(
  entries: readonly Entry[],
  passes: (entry: Entry) => boolean,
  now: () => number = () => performance.now(),
): Promise<Entry[]> {
  const passed: Entry[] = []
  let until = now() + TURN_MS
  for (const entry of entries) {
    if (now() >= until) {
      await nextTurn()
      until = now() + TURN_MS
    }
    if (passes(entry)) passed.push(entry)
  }
  return passed
}
