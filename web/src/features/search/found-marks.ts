import { type Highlight, highlightsOf } from '@quack/contract/rules/search/search-match'
import { parseSearch, type TextTerm } from '@quack/contract/rules/search/search-query'

/** The words that a search looks for. */
export function wantedWords(q: string): TextTerm[] {
  return parseSearch(q).parts.flatMap((part) => (part.kind === 'words' && !part.term.isExcluded ? [part.term] : []))
}

/** The beginning of an excerpt, before its first match. */
const LEAD = 40

export interface Excerpt {
  readonly text: string
  readonly marks: readonly Highlight[]
}

/**
 * A description from shortly before its first match on, if it has words that the text of its post does not have. The
 * marks are of these words. Null for none.
 */
export function excerptOf(alt: string, content: string, words: readonly TextTerm[]): Excerpt | null {
  const missing = words.filter((word) => highlightsOf(content, [word]).length === 0)
  const found = highlightsOf(alt, missing)
  const [first] = found
  if (!first) return null
  const start = startBefore(alt, first.start)
  const lead = start === 0 ? '' : '…'
  const shift = lead.length - start
  const marks = found.map((mark) => ({ start: mark.start + shift, end: mark.end + shift }))
  return { text: lead + alt.slice(start), marks }
}

/** The start of a word at most LEAD characters before a match. */
function startBefore(text: string, match: number): number {
  if (match <= LEAD) return 0
  const space = text.slice(match - LEAD, match).search(/\s\S/u)
  return space < 0 ? match : match - LEAD + space + 1
}
