import type { SEARCH_ERRORS } from '../../errors/search-errors.ts'
import { languageCode } from '../languages.ts'
import { SEARCH_TERMS_MAX } from '../limits.ts'
import { isTag, tagKey } from '../references.ts'
import { tokensOf } from './tokens.ts'

/** From `start` to before `end`, in milliseconds since 1970. */
interface Period {
  readonly start: number
  readonly end: number
}

/** A day, a month or a year in UTC: `2026-01-31`, `2026-01` or `2026`. @returns null for what is none */
export function periodOf(text: string): Period | null {
  const [, year = '', month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(text) ?? []
  if (year === '') return null
  const [y, m, d] = [Number(year), Number(month ?? 1) - 1, Number(day ?? 1)]
  const start = Date.UTC(y, m, d)
  const written = new Date(start).toISOString()
  // A month or a day that does not exist is taken as one of the next month or year. Years before 100 are taken as 19xx.
  if (!written.startsWith(text)) return null
  const end =
    month === undefined ? Date.UTC(y + 1, 0, 1) : day === undefined ? Date.UTC(y, m + 1, 1) : start + 86_400_000
  return { start, end }
}

export const SEARCH_MEDIA = ['picture', 'video', 'link', 'poll'] as const
export type SearchMedia = (typeof SEARCH_MEDIA)[number]
export const SEARCH_LISTS = ['bookmarks', 'likes', 'following'] as const
export type SearchList = (typeof SEARCH_LISTS)[number]
/** After `lang:`, all posts, whatever languages the member has chosen. */
export const EVERY_LANGUAGE = '*'

/** Words that a post has, or must not have: a sequence of tokens. */
export interface TextTerm {
  readonly tokens: readonly string[]
  /** Whether the last token is only the beginning of one. */
  readonly isPrefix: boolean
  readonly isExcluded: boolean
}

/** One part of a search as it was typed. */
export type SearchPart = { readonly text: string } & (
  | { readonly kind: 'words'; readonly term: TextTerm }
  /** A username, or `me`. */
  | { readonly kind: 'from'; readonly name: string }
  | { readonly kind: 'has'; readonly media: SearchMedia }
  /** Posts from before this time, or at it and after it; in milliseconds since 1970. */
  | { readonly kind: 'before' | 'after'; readonly time: number }
  | { readonly kind: 'in'; readonly list: SearchList }
  | { readonly kind: 'tag'; readonly key: string }
  /** The code of a language (languages.ts), or EVERY_LANGUAGE. Posts match one of several. */
  | { readonly kind: 'lang'; readonly language: string }
  | { readonly kind: 'invalid'; readonly problem: SearchProblem }
)

/** Why a part, or the whole search, cannot be understood. Each is a refusal of the API, too. */
export type SearchProblem = keyof typeof SEARCH_ERRORS

export interface ParsedSearch {
  /** In the order in which they were typed. */
  readonly parts: readonly SearchPart[]
  /** The first thing that is wrong; null if nothing is. */
  readonly problem: SearchProblem | null
}

/**
 * A sign that excludes, then an operator, a quoted phrase, a hashtag or a word. A quotation mark without its end ends
 * with the text.
 */
const PARTS =
  /(?<minus>[-−－](?=\S))?(?:(?<operator>from|has|before|after|in|tag|lang)[:：](?<value>["“”„«»「」『』][^"“”„«»「」『』]*["“”„«»「」『』]?|\S*)|["“”„«»「」『』](?<phrase>[^"“”„«»「」『』]*)(?:["“”„«»「」『』]|$)|[#＃](?<tag>[^\s"“”„«»「」『』]+)|(?<word>[^\s"“”„«»「」『』]+))/giu

/** The operators that can be given once. */
const SINGLE: readonly string[] = ['from', 'before', 'after', 'in']
const SHORT_PREFIX_MAX = 1

/** Reads what a member types into the search field. Server and clients understand it alike. */
export function parseSearch(text: string): ParsedSearch {
  const parts: SearchPart[] = []
  for (const { 0: typed, groups } of text.matchAll(PARTS)) {
    const part = groups ? readPart(typed, groups) : null
    if (!part) continue
    const isRepeated = SINGLE.includes(part.kind) && parts.some(({ kind }) => kind === part.kind)
    parts.push(isRepeated ? { text: typed, kind: 'invalid', problem: 'searchRepeated' } : part)
  }
  return { parts, problem: problemOf(parts) }
}

function problemOf(parts: readonly SearchPart[]): SearchProblem | null {
  const invalid = parts.find((part) => part.kind === 'invalid')
  if (invalid?.kind === 'invalid') return invalid.problem
  if (parts.length === 0) return 'searchEmpty'
  return parts.length > SEARCH_TERMS_MAX ? 'searchTooLong' : null
}

type Groups = Readonly<Record<string, string | undefined>>

/** @returns null for punctuation alone */
function readPart(text: string, { minus, operator, value = '', phrase, tag, word = '' }: Groups): SearchPart | null {
  const isExcluded = minus !== undefined
  if (operator !== undefined || (tag !== undefined && isTag(tag))) {
    if (isExcluded) return { text, kind: 'invalid', problem: 'searchExclusionInvalid' }
    return { text, ...readOperator((operator ?? 'tag').normalize('NFKC').toLowerCase(), unquoted(tag ?? value)) }
  }
  if (phrase !== undefined) return readWords(text, phrase, isExcluded)
  const [, beginning] = /^(.*[^*])\*+$/u.exec(word) ?? []
  if (beginning === undefined) return readWords(text, tag ?? word, isExcluded)
  const term = termOf(beginning, isExcluded, true)
  if (!term) return null
  const isShort = [...(term.tokens.at(-1) ?? '')].length <= SHORT_PREFIX_MAX && !isDense(beginning)
  return isShort ? { text, kind: 'invalid', problem: 'searchPrefixTooShort' } : { text, kind: 'words', term }
}

const unquoted = (value: string): string => value.replace(/^["“”„«»「」『』]|["“”„«»「」『』]$/gu, '')
const isDense = (text: string): boolean => tokensOf(text).at(-1)?.isLast === true

function readWords(text: string, words: string, isExcluded: boolean): SearchPart | null {
  const term = termOf(words, isExcluded, false)
  return term && { text, kind: 'words', term }
}

/**
 * The last character of a run that is cut into pairs is the second one of the pair before it. Alone, it is the
 * beginning of a pair, or the end of a run.
 */
function termOf(text: string, isExcluded: boolean, isPrefix: boolean): TextTerm | null {
  const all = tokensOf(text)
  const last = all.at(-1)
  if (!last) return null
  const before = all.at(-2)
  const isSecond = last.isLast === true && before !== undefined && before.end === last.end
  const tokens = (isSecond ? all.slice(0, -1) : all).map((token) => token.text)
  return { tokens, isExcluded, isPrefix: last.isLast ? !isSecond : isPrefix }
}

type Operator = { kind: SearchPart['kind'] } & (
  | { kind: 'from'; name: string }
  | { kind: 'has'; media: SearchMedia }
  | { kind: 'before' | 'after'; time: number }
  | { kind: 'in'; list: SearchList }
  | { kind: 'tag'; key: string }
  | { kind: 'lang'; language: string }
  | { kind: 'invalid'; problem: SearchProblem }
)

function readOperator(operator: string, value: string): Operator {
  const lower = value.toLowerCase()
  if (operator === 'from') {
    const name = value.replace(/^[@＠]/u, '')
    return /^[A-Za-z0-9_.-]{1,30}$/.test(name)
      ? { kind: 'from', name }
      : { kind: 'invalid', problem: 'searchFromInvalid' }
  }
  if (operator === 'has') {
    const media = SEARCH_MEDIA.find((each) => each === lower)
    return media ? { kind: 'has', media } : { kind: 'invalid', problem: 'searchHasInvalid' }
  }
  if (operator === 'in') {
    const list = SEARCH_LISTS.find((each) => each === lower)
    return list ? { kind: 'in', list } : { kind: 'invalid', problem: 'searchInInvalid' }
  }
  if (operator === 'tag') {
    const tag = value.replace(/^[#＃]/u, '')
    return isTag(tag) ? { kind: 'tag', key: tagKey(tag) } : { kind: 'invalid', problem: 'searchTagInvalid' }
  }
  if (operator === 'lang') {
    const language = value === EVERY_LANGUAGE ? value : value.includes('-') ? null : languageCode(value)
    return language === null ? { kind: 'invalid', problem: 'searchLangInvalid' } : { kind: 'lang', language }
  }
  const period = periodOf(value)
  if (!period) return { kind: 'invalid', problem: 'searchDateInvalid' }
  return operator === 'before' ? { kind: 'before', time: period.start } : { kind: 'after', time: period.end }
}
