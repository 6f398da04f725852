/**
 * How large an answer may grow. A page asked for with long nested lists could hold a hundred posts of a hundred
 * comments of two hundred voters; it ends early instead, and goes on at its cursor. Sizes are estimated from counts
 * that stand in the rows, before any of the lists is read.
 */

/**
 * Estimated bytes of an answer at most, but for a single entity that is larger by itself. The estimate is on the high
 * side by about a half; what counts is that the answer is made within 100 ms.
 */
const ANSWER_BYTES = 1_500_000
/** What a member's summary takes in JSON, with a long name. */
const SUMMARY_BYTES = 180
/** What an entity takes besides its text and its lists. */
const ENTITY_BYTES = 700
/** A character takes three bytes at most in UTF-8, counted in UTF-16 units; control characters are rarer than that. */
const CHARACTER_BYTES = 3

/** @param embed entries of each nested list, at most */
export function createScale(embed: number) {
  return {
    /** @param textLength characters of its text; @param counts lengths of its lists of members */
    weigh(textLength: number, ...counts: readonly number[]): number {
      const entries = counts.reduce((sum, count) => sum + Math.min(count, embed), 0)
      return ENTITY_BYTES + textLength * CHARACTER_BYTES + entries * SUMMARY_BYTES
    },
    /** How many of these fit into one answer, from the first on; at least one. */
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

/** Whether entities that weigh so much together are more than one answer holds. */
export const isTooLarge = (weight: number): boolean => weight > ANSWER_BYTES
