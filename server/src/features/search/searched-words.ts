import { SEARCH_TERMS_MAX } from '@quack/contract/rules/limits'
import { parseSearch, type SearchPart, type TextTerm } from '@quack/contract/rules/search/search-query'
import { tokensOf } from '@quack/contract/rules/search/tokens'

export interface PageOfSearch {
  readonly q: string
  readonly limit?: number
  readonly cursor?: string
}

/** What a search for people looks for. */
export interface SearchedNames {
  /** As typed, in lower case. */
  readonly typed: string
  /** Each ends with the beginning of a word. */
  readonly terms: readonly TextTerm[]
}

/** Operators and exclusions do not count. @returns null if there are no words */
export function readSearchedNames(q: string): SearchedNames | null {
  const words = parseSearch(q).parts.flatMap((part) => {
    const term = termOf(part)
    return term ? [{ text: part.text, term: { ...term, isPrefix: true } }] : []
  })
  if (words.length === 0) return null
  const typed = words.map(({ text }) => text.replace(/^[@＠]/u, '').toLowerCase())
  return { typed: typed.join(' '), terms: words.map(({ term }) => term) }
}

function termOf(part: SearchPart): TextTerm | null {
  if (part.kind === 'words') return part.term.isExcluded ? null : part.term
  // Every word is the beginning of one here, so `d*` says no more than `d`.
  if (part.kind !== 'invalid' || part.problem !== 'searchPrefixTooShort' || /^[-−－]/u.test(part.text)) return null
  const tokens = tokensOf(part.text).map(({ text }) => text)
  return tokens.length === 0 ? null : { tokens, isPrefix: true, isExcluded: false }
}

/** Whether a search has more parts than one may have, whatever they are. */
export const isTooLong = (q: string): boolean => parseSearch(q).parts.length > SEARCH_TERMS_MAX
