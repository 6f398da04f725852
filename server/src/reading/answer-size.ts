/**
 * Limits the size of an answer. A page with long nested lists could contain a hundred posts with a hundred comments
 * with two hundred voters each. Instead it ends early, and its cursor continues it. Sizes are estimated from the counts
 * in the rows, before the lists are read.
 */

/** Maximum estimated size of an answer in bytes; only a single entity may exceed it. Estimates are rather too high. */
const ANSWER_BYTES = 1_500_000
/** A member's summary as JSON, with a long name. */
const SUMMARY_BYTES = 180
/** An entity without its text and its lists. */
const ENTITY_BYTES = 700
/**
 * A UTF-16 code unit has at most three bytes in UTF-8. Escaped control characters are longer, but rare. Texts count
 * twice, because all of them is read, written and sent by the event loop at once.
 */
const CHARACTER_BYTES = 2 * 3

/** @param embed maximum number of entries of each nested list */
export function createScale(embed: number) {
  return {
    /** @param textLength UTF-16 code units; @param counts lengths of the entity's lists of members */
    weigh(textLength: number, ...counts: readonly number[]): number {
      const entries = counts.reduce((sum, count) => sum + Math.min(count, embed), 0)
      return ENTITY_BYTES + textLength * CHARACTER_BYTES + entries * SUMMARY_BYTES
    },
    /** How many entries, from the first on, fit into one answer; at least one. */
    fit<T>(entries: readonly T[], weigh: (entry: T) => number): number {
      let bytes = 0
      const tooMany = entries.findIndex((entry, index) => {
        bytes += weigh(entry)
        return index > 0 && bytes > ANSWER_BYTES
      })
      return tooMany === -1 ? entries.length : tooMany
    },
  }
}

/** Whether entities with this weight together exceed one answer. */
export const isTooLarge = (weight: number): boolean => weight > ANSWER_BYTES
