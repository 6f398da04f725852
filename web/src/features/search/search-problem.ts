import { CLIENT_ERRORS } from '@quack/contract/errors/client-errors'
import { SEARCH_LENGTH_MAX } from '@quack/contract/rules/limits'
import { parseSearch } from '@quack/contract/rules/search/search-query'
import type { Search } from '../../paths.ts'

/** Why a search cannot be sent; null if it can. People and tags are searched by words alone. */
export function problemOf({ q, tab }: Pick<Search, 'q' | 'tab'>): string | null {
  if (q.length > SEARCH_LENGTH_MAX) return `A search has at most ${SEARCH_LENGTH_MAX} characters.`
  const { parts, problem } = parseSearch(q)
  if (tab === 'posts' || problem === 'searchTooLong') return problem && CLIENT_ERRORS[problem].message
  const hasWords = parts.some((part) => part.kind === 'words' && !part.term.isExcluded)
  if (hasWords || (tab === 'tags' && parts.some(({ kind }) => kind === 'tag'))) return null
  return tab === 'people' ? 'People are found by a word of their names.' : 'Tags are found by their first letters.'
}
