/** A bounded queue of jobs that is fair to their owners. */
export interface FairQueue<Owner, Job> {
  /** How many jobs wait. */
  readonly size: number
  /**
   * @returns the job that is dropped: null, another job or this one. If the queue is full, the job whose turn is last
   * is dropped for one of an earlier round.
   */
  add(owner: Owner, job: Job): Job | null
  /** Whether a job of this owner would be dropped. */
  isFullFor(owner: Owner): boolean
  /** Removes and returns the next job; null if the queue is empty. */
  take(): Job | null
  /** Removes and returns all jobs. */
  clear(): Job[]
}

interface Waiting<Owner, Job> {
  readonly owner: Owner
  readonly job: Job
  readonly round: number
}

/**
 * Start-time fair queuing with jobs of equal size. Jobs are served in rounds, and each owner has one job per round. An
 * owner's first job joins the present round, so it waits for at most one job of each other owner.
 */
export function createFairQueue<Owner, Job>(max: number): FairQueue<Owner, Job> {
  /** In the order in which they will be served. */
  const waiting: Waiting<Owner, Job>[] = []
  /** For owners that were served or queued in the present round or later: the round of their next job. */
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
    get size() {
      return waiting.length
    },
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
      // Without waiting jobs the round never advances, so the map would grow forever.
      if (waiting.length === 0 && nextRounds.size > max) nextRounds.clear()
      return first.job
    },
    clear: () => waiting.splice(0).map(({ job }) => job),
  }
}
