import type { FoundTag } from '@quack/contract/calls/search'
import { parseSearch } from '@quack/contract/rules/search/search-query'
import { tokensOf } from '@quack/contract/rules/search/tokens'
import { fullName, type Person } from '../../data/members/people.ts'
import { type TypedWord, type Wanted, wantedFor, wordAt } from './completions.ts'

/** What the list below the search field offers. One with `insert` completes the word that is being typed. */
export type Option = { readonly key: string; readonly insert?: string } & (
  | { readonly kind: 'search' | 'recent'; readonly text: string }
  | { readonly kind: 'completion'; readonly text: string; readonly hint: string }
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'tag'; readonly tag: FoundTag }
)

/** Members and hashtags that a search finds. */
export interface Found {
  readonly people: readonly Person[]
  readonly tags: readonly FoundTag[]
}

/** Recent searches beside suggestions. */
const RECENT_MAX = 3

/** What is being typed, and what the server is asked for it. */
export interface Typed {
  readonly text: string
  readonly word: TypedWord | null
  readonly wanted: Wanted | null
  /** What suggestions are asked for. Empty for none. */
  readonly asked: string
}

export function readTyped(text: string, caret: number): Typed {
  const word = wordAt(text, caret)
  const wanted = word && wantedFor(word.text)
  return { text, word, wanted, asked: wanted?.names ? wanted.names.beginning : nameIn(text) }
}

/** A text that may be a name or hashtag: it has neither operators nor excluded words. */
function nameIn(text: string): string {
  const { parts } = parseSearch(text)
  const isName = parts.every(
    (part) => (part.kind === 'words' && !part.term.isExcluded) || (part.kind === 'tag' && parts.length === 1),
  )
  return isName && parts.length > 0 ? text.trim() : ''
}

export function optionsFor(typed: Typed, recent: readonly string[], found: Found): Option[] {
  const text = typed.text.trim()
  if (text === '') return recent.map(toRecent)
  const { completions = [], names = null } = typed.wanted ?? {}
  const alike = recent.filter((each) => each !== text && each.toLowerCase().startsWith(text.toLowerCase()))
  return [
    { kind: 'search', key: 'search', text },
    ...completions.map(({ text, hint }) => ({ kind: 'completion' as const, key: text, text, hint, insert: text })),
    ...alike.slice(0, RECENT_MAX).map(toRecent),
    ...(names?.kind === 'tags' ? [] : found.people).map((person) => ({
      kind: 'person' as const,
      key: `@${person.username}`,
      person,
      ...(names && { insert: `from:${person.username} ` }),
    })),
    ...(names?.kind === 'people' ? [] : found.tags).map((tag) => ({
      kind: 'tag' as const,
      key: `#${tag.key}`,
      tag,
      ...(names && { insert: `tag:${tag.name} ` }),
    })),
  ]
}

const toRecent = (text: string): Option => ({ kind: 'recent', key: `recent ${text}`, text })

/** Those of an answer for other letters that fit what is typed now. */
export function narrow({ people, tags }: Found, asked: string): Found {
  const wanted = tokensOf(asked).map((token) => token.text)
  const fits = (text: string) => {
    const own = tokensOf(text).map((token) => token.text)
    return wanted.length > 0 && wanted.every((each) => own.some((token) => token.startsWith(each)))
  }
  return {
    people: people.filter((person) => fits(`${fullName(person)} ${person.username}`)),
    tags: tags.filter(({ name }) => fits(name)),
  }
}
