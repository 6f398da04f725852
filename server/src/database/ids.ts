/**
 * Ids are 53-bit integers, which JavaScript, SQLite and PostgreSQL all hold exactly. From the top: 41 bits of
 * milliseconds since EPOCH (until 2094), 6 bits of node, 6 bits of sequence. In one process, the ids from `next`
 * increase, and none is repeated. Ids of different nodes are in order as far as the nodes' clocks agree. Two nodes with
 * the same number can create the same id in one millisecond: a primary key refuses the second, and its transaction is
 * retried (ID_KEYS in postgres/postgres.ts). Writers do not contend for a counter in the database.
 */
const EPOCH = Date.UTC(2025, 0, 1)
const NODES = 64
const SEQUENCES = 64
const PER_MILLISECOND = NODES * SEQUENCES

/** The instant of an id, in milliseconds since 1970. */
export function timeOfId(id: number): number {
  return Math.floor(id / PER_MILLISECOND) + EPOCH
}

/** Parses an id from outside; null if the text cannot be one. */
export function parseId<Id extends number>(text: string): Id | null {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? (id as Id) : null
}

/** Those of these texts that are ids. */
export const parseIds = <Id extends number>(texts: readonly string[] = []): Id[] =>
  texts.flatMap((text) => parseId<Id>(text) ?? [])

/** The smallest id of an instant. Older ids are smaller. @param time milliseconds since 1970 */
export function idAtTime(time: number): number {
  return Math.floor(time - EPOCH) * PER_MILLISECOND
}

/** A clock that was further ahead than that is not followed: what it has stored stays above all else until then. */
export const AHEAD_MAX_MS = 24 * 60 * 60_000

export interface IdSource {
  /** A new id for the present, larger than all earlier ones from `next`. */
  next<Id extends number = number>(): Id
  /** An id for a past instant (milliseconds since 1970), for imports. After 64 calls for one millisecond it repeats. */
  at<Id extends number = number>(time: number): Id
  /**
   * Later ids are larger than this one, which was created by a clock that ran ahead. They advance at half the speed of
   * time until the clock has caught up, so nodes that continue after the same id stay in order.
   * @returns whether they are: not if it is further ahead than AHEAD_MAX_MS
   */
  continueAfter(id: number): boolean
}

/** @param node the number of this process among the nodes of an installation, 0 to 63 */
export function createIdSource(node: number, now: () => number = Date.now): IdSource {
  let last = 0
  let sequence = 0
  let pastSequence = 0
  let lead = { time: 0, since: 0 }
  const compose = (time: number, count: number) => (time - EPOCH) * PER_MILLISECOND + node * SEQUENCES + count

  /** The clock, or how far ids are ahead of it. */
  function present(): number {
    const time = now()
    return Math.max(time, lead.time + Math.max(Math.floor((time - lead.since) / 2), 0))
  }

  return {
    next<Id extends number>() {
      const time = Math.max(present(), last)
      if (time > last) {
        last = time
        sequence = 0
      } else if (++sequence === SEQUENCES) {
        last++
        sequence = 0
      }
      return compose(last, sequence) as Id
    },
    at<Id extends number>(time: number) {
      pastSequence = (pastSequence + 1) % SEQUENCES
      return compose(Math.floor(time), pastSequence) as Id
    },
    continueAfter(id) {
      const [time, since] = [timeOfId(id) + 1, now()]
      if (time > since + AHEAD_MAX_MS) return false
      if (time > since) lead = { time, since }
      return true
    },
  }
}
