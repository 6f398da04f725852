import { hasWords } from '@quack/contract/rules/search/search-match'
import { tokensOf } from '@quack/contract/rules/search/tokens'
import type { SearchedNames } from './searched-words.ts'

export interface MemberNames {
  readonly username: string
  readonly first_name: string
  readonly last_name: string
}

const SPACELESS = /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}]+$/u

/**
 * All names of a member as one text, which is indexed and searched: first and last name, the username with its parts, and
 * the username without what separates them. Where names are written without spaces, the last name comes first: 山田太郎.
 */
export function textOfNames({ username, first_name: first, last_name: last }: MemberNames): string {
  const joined = SPACELESS.test(first) && SPACELESS.test(last) ? last + first : ''
  const whole = username.replace(/[^A-Za-z0-9]/g, '')
  return [first, last, joined, username, whole === username ? '' : whole].join(' ')
}

/** Whether all words of a search begin words of a member's names. */
export function createNameMatcher({ terms }: SearchedNames): (names: MemberNames) => boolean {
  return (names) => hasWords({ content: textOfNames(names), alt: '' }, terms)
}

/** Whether a search is exactly a username, or a full name. */
export function createNameComparer({ typed }: SearchedNames): (names: MemberNames) => boolean {
  const wanted = keyOf(typed)
  return ({ username, first_name: first, last_name: last }) =>
    username.toLowerCase() === typed || keyOf(`${first} ${last}`) === wanted || keyOf(`${last}${first}`) === wanted
}

const keyOf = (name: string): string =>
  tokensOf(name)
    .map(({ text }) => text)
    .join(' ')
