import { countWords, hasWords } from '@quack/contract/rules/search/search-match'
import type { TextTerm } from '@quack/contract/rules/search/search-query'

/**
 * How soon more of the same word count less, and how much less long texts count. As in BM25, without its statistics.
 */
const SATURATION = 1.2
const LENGTH_WEIGHT = 0.75
const LENGTH_USUAL = 30
/** Scores are integers, so that a cursor can contain them. */
const SCALE = 1_000_000

/** How well a text matches, from the text alone: so it does not change while somebody reads on. */
export function scoreOf({ content, alt }: { content: string; alt: string }, terms: readonly TextTerm[]): number {
  const wanted = terms.filter(({ isExcluded }) => !isExcluded)
  const [inContent, inAlt] = [countWords(content, wanted), countWords(alt, wanted)]
  const length = inContent.length + inAlt.length
  const damping = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / LENGTH_USUAL)
  const sum = wanted.reduce((total, _, index) => {
    const count = (inContent.counts[index] ?? 0) + (inAlt.counts[index] ?? 0)
    return total + count / (count + damping)
  }, 0)
  const phrase = phraseOf(wanted)
  return Math.round((sum + (phrase && hasWords({ content, alt }, [phrase]) ? 1 : 0)) * SCALE)
}

/**
 * All words in the order in which they were typed.
 * @returns null if there is only one, or if one before the last is only a beginning
 */
function phraseOf(terms: readonly TextTerm[]): TextTerm | null {
  const last = terms.at(-1)
  if (!last || terms.length === 1 || terms.slice(0, -1).some(({ isPrefix }) => isPrefix)) return null
  return { tokens: terms.flatMap(({ tokens }) => tokens), isPrefix: last.isPrefix, isExcluded: false }
}
