import { parseSearch, type TextTerm } from '@quack/contract/search/search-query'
import { AppError } from '../../http/errors.ts'

export interface PageOfSearch {
  readonly q: string
  readonly limit?: number
  readonly cursor?: string
}

/** The words of a search for people or tags: operators do not count. @throws searchEmpty, searchTooLong */
export function searchedWords(q: string): TextTerm[] {
  const { parts, problem } = parseSearch(q)
  if (problem === 'searchTooLong') throw new AppError(problem)
  const terms = parts.flatMap((part) => (part.kind === 'words' && !part.term.isExcluded ? [part.term] : []))
  if (terms.length === 0) throw new AppError('searchEmpty')
  return terms
}
