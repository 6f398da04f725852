/** Jobs that wait, at most so many, in an order that is fair to their owners. */
export interface FairQueue<Owner, Job> {
  /**
   * @returns the job that finds no room: null, another one or this one. Whoever has most waiting gives way to those who
   * have less.
   */
  add(owner: Owner, job: Job): Job | null
  /** Whether a job of this owner would find no room. */
  isFullFor(owner: Owner): boolean
  /** Takes the next job out; null when none waits. */
  take(): Job | null
  /** Takes all jobs out. */
  clear(): Job[]
}

interface Waiting<Owner, Job> {
  readonly owner: Owner
  readonly job: Job
  readonly round: number
}

/**
 * Jobs are served in rounds, in each of which an owner has one job: start-time fair queuing with jobs of one size. The
 * first job of an owner joins the present round, so it waits for none of those that another has queued up before.
 */
export function createFairQueue<Owner, Job>(max: number): FairQueue<Owner, Job> {
  /** In the order in which they are served. */
  const waiting: Waiting<Owner, Job>[] = []
  /** The round of the next job, of owners who have had one in the present round or later. */
  const nextRounds = new Map<Owner, number>()
  let present = 0

  const roundOf = (owner: Owner) => nextRounds.get(owner) ?? present
  const isFullFor = (owner: Owner) => waiting.length >= max && (waiting.at(-1)?.round ?? 0) <= roundOf(owner)

  function dropLast(): Job | null {
    const last = waiting.pop()
    if (!last) return null
    nextRounds.set(last.owner, last.round)
    return last.job
  }

  return {
    isFullFor,
    add(owner, job) {
      if (isFullFor(owner)) return job
      const dropped = waiting.length >= max ? dropLast() : null
      const round = roundOf(owner)
      nextRounds.set(owner, round + 1)
      const after = waiting.findIndex((entry) => entry.round > round)
      waiting.splice(after === -1 ? waiting.length : after, 0, { owner, job, round })
      return dropped
    },
    take() {
      const first = waiting.shift()
      if (!first) return null
      if (first.round > present) {
        present = first.round
        for (const [owner, round] of nextRounds) if (round <= present) nextRounds.delete(owner)
      }
      // While nobody has to wait no round ends, and those who have been served would be remembered for ever.
      if (waiting.length === 0 && nextRounds.size > max) nextRounds.clear()
      return first.job
    },
    clear: () => waiting.splice(0).map(({ job }) => job),
  }
}
