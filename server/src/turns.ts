/** How long heavy work may hold one turn of the event loop, in milliseconds. */
const TURN_MS = 2

/** When heavy work began in the present turn; null if none has. */
let began: number | null = null
const waiting: (() => void)[] = []
let isScheduled = false

function schedule(): void {
  if (isScheduled || waiting.length === 0) return
  isScheduled = true
  setImmediate(resumeNext)
}

/** One after the other: all that wait for a turn of the event loop would go on in the same one. */
function resumeNext(): void {
  isScheduled = false
  waiting.shift()?.()
  // After the piece that goes on now has begun its turn, whose end then comes before the next one.
  queueMicrotask(schedule)
}

/** Resolves in a later turn of the event loop, in which nothing else that waits here goes on. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve)
    schedule()
  })
}

/** Whether the heavy work of this turn, whoever does it, has taken its time. */
function isUsedUp(now: () => number): boolean {
  if (began !== null) return now() - began >= TURN_MS
  began = now()
  setImmediate(() => {
    began = null
  })
  return false
}

const read = () => performance.now()

/**
 * Looks at entries one after the other, in as many turns as that takes. Between turns, the event loop does everything
 * else, also if much work of this kind is under way.
 * @param now in milliseconds
 */
export async function mapInTurns<Entry, Result>(
  entries: readonly Entry[],
  look: (entry: Entry) => Result,
  now: () => number = read,
): Promise<Result[]> {
  const results: Result[] = []
  for (const entry of entries) {
    while (isUsedUp(now)) await nextTurn()
    results.push(look(entry))
  }
  return results
}

/** The entries that pass, as mapInTurns. */
export async function filterInTurns<Entry>(
  entries: readonly Entry[],
  passes: (entry: Entry) => boolean,
  now?: () => number,
): Promise<Entry[]> {
  const passed = await mapInTurns(entries, passes, now)
  return entries.filter((_, index) => passed[index])
}
