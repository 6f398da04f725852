/**
 * Ids: 53-bit integers, so that JavaScript, SQLite and PostgreSQL hold them exactly. From the top: 41 bits of
 * milliseconds since EPOCH (until 2094), 6 bits of node, 6 bits of sequence. Later ids are larger on one node, and
 * between nodes as far as their clocks agree. `next` never repeats an id on one node. Two nodes that drew the same number can
 * make the same id in one millisecond: the primary key refuses the second, and its transaction is repeated (postgres.ts).
 * No counter in the database is contended.
 */
const EPOCH = Date.UTC(2025, 0, 1)
const NODES = 64
const SEQUENCES = 64
const PER_MILLISECOND = NODES * SEQUENCES

/** When the row with this id was made, in milliseconds since 1970. */
export function timeOfId(id: number): number {
  return Math.floor(id / PER_MILLISECOND) + EPOCH
}

/** The id that a text from outside says, or null for what no id can be. */
export function parseId<Id extends number>(text: string): Id | null {
  const id = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN
  return Number.isSafeInteger(id) ? (id as Id) : null
}

/** The smallest id of an instant: what is older has a smaller one. @param time milliseconds since 1970 */
export function idAtTime(time: number): number {
  return Math.floor(time - EPOCH) * PER_MILLISECOND
}

export interface IdSource {
  /** A new id for the present, larger than all before it from this source. */
  next<Id extends number = number>(): Id
  /** A new id for a past instant (milliseconds since 1970): the demo's posts, and imports. */
  at<Id extends number = number>(time: number): Id
}

/** @param node this process among the nodes of an installation, 0 to 63 */
export function createIdSource(node: number, now: () => number = Date.now): IdSource {
  let last = 0
  let sequence = 0
  let pastSequence = 0
  const compose = (time: number, count: number) => (time - EPOCH) * PER_MILLISECOND + node * SEQUENCES + count

  return {
    next<Id extends number>() {
      const time = Math.max(now(), last)
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
  }
}
