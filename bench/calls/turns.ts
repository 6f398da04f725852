/** What a turn of the event loop took, in milliseconds. */
export interface Turn {
  /** Waiting for the disk counts, and what other programs took of the processor. */
  readonly elapsed: number
  /** Processor time of this thread. */
  readonly processor: number
}

/**
 * Watches each turn of the event loop. The loop does not rest meanwhile, so the shortest turn it can tell from none is
 * an empty one: some 0.02 ms.
 * @returns ends it, and returns the longest turn by either time
 */
export function watchTurns(): () => Turn {
  let longest: Turn = { elapsed: 0, processor: 0 }
  let [began, used] = [performance.now(), threadTime()]
  let next = setImmediate(turn)

  function note(): void {
    const [now, usedNow] = [performance.now(), threadTime()]
    const [elapsed, processor] = [now - began, usedNow - used]
    longest = { elapsed: Math.max(longest.elapsed, elapsed), processor: Math.max(longest.processor, processor) }
    ;[began, used] = [now, usedNow]
  }

  function turn(): void {
    note()
    next = setImmediate(turn)
  }

  return () => {
    clearImmediate(next)
    note()
    return longest
  }
}

/**
 * In milliseconds. Linux brings the time of a running thread up to date when that of its process is read. Otherwise it
 * moves in steps of 4 ms.
 */
function threadTime(): number {
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}
