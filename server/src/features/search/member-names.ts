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
 * All names of a member as one text, which is indexed and searched: first and last name, the username with its parts,
 * and the username without what separates them. Where names are written without spaces, the last name comes first:
 * 山田太郎.
 */
export function textOfNames({ username, first_name: first, last_name: last }: MemberNames): string {
  const joined = SPACELESS.test(first) && SPACELESS.test(last) ? last + first : ''
  const whole = username.replace(/[^A-Za-z0-9]/g, '')
  return [first, last, joined, username, whole === username ? '' : whole].join(' ')
}

const ASCII = /^[\0-\x7f]*$/
/** Longer tokens may have been cut. */
const ASCII_WORD = /^[a-z0-9]{1,59}$/

/**
 * Finds these tokens, one after the other, in ASCII texts without making tokens of them, which takes several times as
 * long.
 * @param isWhole whether the text has no other words; otherwise the last token may begin a longer one
 * @returns null if not all tokens are ASCII words
 */
function patternOf(tokens: readonly string[], isWhole: boolean): RegExp | null {
  if (!tokens.every((token) => ASCII_WORD.test(token))) return null
  const words = tokens.join('[^a-z0-9]+')
  return new RegExp(isWhole ? `^[^a-z0-9]*${words}[^a-z0-9]*$` : `(?:^|[^a-z0-9])${words}`, 'i')
}

/** Whether all words of a search begin words of a member's names. */
export function createNameMatcher({ terms }: SearchedNames): (names: MemberNames) => boolean {
  const patterns = terms.map(({ tokens }) => patternOf(tokens, false))
  return (names) => {
    const text = textOfNames(names)
    const isAscii = ASCII.test(text)
    return terms.every((term, index) => {
      const pattern = isAscii ? patterns[index] : null
      return pattern ? pattern.test(text) : hasWords({ content: text, alt: '' }, [term])
    })
  }
}

/** Whether a search is exactly a username, or a full name. */
export function createNameComparer({ typed }: SearchedNames): (names: MemberNames) => boolean {
  const wanted = wordsOf(typed)
  const [key, pattern] = [wanted.join(' '), patternOf(wanted, true)]
  const isWanted = (name: string) =>
    pattern && ASCII.test(name) ? pattern.test(name) : wordsOf(name).join(' ') === key
  return ({ username, first_name: first, last_name: last }) =>
    username.toLowerCase() === typed || isWanted(`${first} ${last}`) || isWanted(`${last}${first}`)
}

const wordsOf = (name: string): string[] => tokensOf(name).map(({ text }) => text)
