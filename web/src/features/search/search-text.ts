import { t } from '@lingui/core/macro'
import { SEARCH_ERRORS } from '@quack/contract/errors/search-errors'
import { SEARCH_LENGTH_MAX } from '@quack/contract/rules/limits'
import { parseSearch, type SearchPart, type SearchProblem } from '@quack/contract/rules/search/search-query'
import { translated } from '../../data/api/api-errors.ts'
import type { Search, SearchTab } from '../../paths.ts'

/** A part of a search text: from `start` to before `end`. */
export interface PlacedPart {
  readonly part: SearchPart
  readonly start: number
  readonly end: number
}

const OPERATOR = /^(from|has|before|after|in|tag|lang)[:：]/iu
/** The operators that a search has once. */
const SINGLE: readonly string[] = ['from', 'before', 'after', 'in']
const TABS: readonly SearchTab[] = ['posts', 'people', 'tags']

/** The search that an address says. What it does not say, or says wrongly, has its default. */
export function readSearch(query: URLSearchParams): Search {
  return {
    q: query.get('q')?.trim() ?? '',
    tab: TABS.find((tab) => tab === query.get('tab')) ?? 'posts',
    order: query.get('order') === 'best' ? 'best' : 'newest',
  }
}

/** The parts of a search text, in their order. What lies between them means nothing. */
export function partsIn(text: string): PlacedPart[] {
  let from = 0
  return parseSearch(text).parts.map((part) => {
    const start = text.indexOf(part.text, from)
    from = start + part.text.length
    return { part, start, end: from }
  })
}

/** The operator that a part begins with, also if its value is wrong. Null for words. */
function operatorOf({ text }: SearchPart): string | null {
  return OPERATOR.exec(text)?.[1]?.toLowerCase() ?? null
}

/** The parts that cannot stay beside `added`: the same one, and another value of an operator that is given once. */
function findReplaced(text: string, added: string): PlacedPart[] {
  const [wanted] = parseSearch(added).parts
  const operator = wanted ? operatorOf(wanted) : null
  return partsIn(text).filter(({ part }) => {
    if (part.text.toLowerCase() === added.toLowerCase()) return true
    return operator !== null && SINGLE.includes(operator) && operatorOf(part) === operator
  })
}

/**
 * A search text with a part at its end, such as `has:picture`. It takes the place of the same part, and of another
 * value of `from:`, `before:`, `after:` and `in:`.
 */
export function withPart(text: string, added: string): string {
  const rest = cutOut(text, findReplaced(text, added))
  const joined = `${rest} ${added}`.trim()
  if (parseSearch(joined).parts.at(-1)?.text === added) return joined
  // A phrase without its closing quotation mark would contain the part.
  return `${rest}" ${added}`
}

/** A search text without one of its parts. */
export function withoutPart(text: string, part: PlacedPart): string {
  return cutOut(text, [part])
}

/** A search text without this operator, whatever its values are. */
export function withoutOperator(text: string, operator: string): string {
  return cutOut(
    text,
    partsIn(text).filter(({ part }) => operatorOf(part) === operator),
  )
}

/** The part of a text that says this, such as `has:picture`. */
export function findPart(text: string, wanted: string): PlacedPart | undefined {
  const [{ text: _, ...meaning } = { text: '' }] = parseSearch(wanted).parts
  return partsIn(text).find(({ part: { text: __, ...each } }) => isSame(each, meaning))
}

function isSame(one: object, other: object): boolean {
  return JSON.stringify(one).toLowerCase() === JSON.stringify(other).toLowerCase()
}

function cutOut(text: string, parts: readonly PlacedPart[]): string {
  let rest = ''
  let from = 0
  for (const { start, end } of parts) {
    rest += text.slice(from, start).trimEnd()
    from = end
  }
  return (rest + text.slice(from)).trim()
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** The day after `before:` or `after:`; empty if there is none, or a month or a year. */
export function dayOf(text: string, operator: 'before' | 'after'): string {
  const placed = partsIn(text).find(({ part }) => part.kind === operator)
  const value = placed?.part.text.replace(OPERATOR, '').replace(/["“”„«»「」『』]/gu, '') ?? ''
  return DAY.test(value) ? value : ''
}

/** A search text with this day after `before:` or `after:`. An empty day removes one, and leaves a month or a year. */
export function withDay(text: string, operator: 'before' | 'after', day: string): string {
  if (day === dayOf(text, operator)) return text
  return day === '' ? withoutOperator(text, operator) : withPart(text, `${operator}:${day}`)
}

/** Why a search cannot be sent; null if it can. People are found by words alone, tags by words or a hashtag. */
export function problemOf({ q, tab }: Pick<Search, 'q' | 'tab'>): string | null {
  if (q.length > SEARCH_LENGTH_MAX) return t`A search has at most ${{ max: SEARCH_LENGTH_MAX }} characters.`
  const { parts, problem } = parseSearch(q)
  if (tab === 'posts' || problem === 'searchTooLong') return problem && problemText(problem)
  const hasWords = parts.some((part) => part.kind === 'words' && !part.term.isExcluded)
  if (hasWords || (tab === 'tags' && parts.some(({ kind }) => kind === 'tag'))) return null
  return tab === 'people' ? t`People are found by a word of their names.` : t`Tags are found by their first letters.`
}

export const problemText = (problem: SearchProblem): string => translated(problem, SEARCH_ERRORS[problem].message)
