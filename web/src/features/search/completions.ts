import type { MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { EVERY_LANGUAGE, SEARCH_LISTS, SEARCH_MEDIA } from '@quack/contract/rules/search/search-query'
import { findLanguages, listLanguages } from '../../data/languages/names.ts'
import { translate } from '../../locale/messages.ts'

/** The operators of a search, and what each of them limits the posts to. */
export const OPERATORS: readonly { name: string; hint: MessageDescriptor }[] = [
  { name: 'from:', hint: msg`Posts of a member` },
  { name: 'has:', hint: msg`Picture, video, link or poll` },
  { name: 'in:', hint: msg`Bookmarks, likes or following` },
  { name: 'tag:', hint: msg`Posts with a hashtag` },
  { name: 'lang:', hint: msg`Posts in a language` },
  { name: 'before:', hint: msg`Before a day, month or year` },
  { name: 'after:', hint: msg`After a day, month or year` },
]

/** The word of a search that is being typed. */
export interface TypedWord {
  /** Its offset in the text. */
  readonly start: number
  /** Up to the caret. */
  readonly text: string
}

/** What may take the place of the word that is being typed. */
export interface Completion {
  readonly text: string
  readonly hint: string
}

/** What the word that is being typed asks for. */
export interface Wanted {
  /** Known without asking the server. */
  readonly completions: readonly Completion[]
  /** The beginning of a name or hashtag that completes an operator. */
  readonly names: { readonly kind: 'people' | 'tags'; readonly beginning: string } | null
}

const NOTHING: Wanted = { completions: [], names: null }
/** One letter is the beginning of too many words. */
const OPERATOR_LETTERS_MIN = 2

/** The word that ends at the caret. Null within a word or a phrase, and after a space. */
export function wordAt(text: string, caret: number): TypedWord | null {
  const before = text.slice(0, caret)
  const isInPhrase = before.split('"').length % 2 === 0
  const [word] = /(?<!\S)\S+$/.exec(before) ?? []
  if (word === undefined || isInPhrase || /^\S/.test(text.slice(caret))) return null
  return { start: caret - word.length, text: word }
}

export function wantedFor(word: string): Wanted {
  const [, operator, value = ''] = /^([a-z]+)[:：](.*)$/iu.exec(word) ?? []
  if (operator === undefined) {
    const names = OPERATORS.filter(({ name }) => word.length >= OPERATOR_LETTERS_MIN && begins(name, word))
    return { completions: names.map(({ name, hint }) => ({ text: name, hint: translate(hint) })), names: null }
  }
  switch (operator.toLowerCase()) {
    case 'from': {
      const beginning = value.replace(/^[@＠]/u, '')
      return { completions: valuesOf('from', ['me'], value), names: { kind: 'people', beginning } }
    }
    case 'tag':
      return { completions: [], names: { kind: 'tags', beginning: value.replace(/^[#＃]/u, '') } }
    case 'has':
      return { completions: valuesOf('has', SEARCH_MEDIA, value), names: null }
    case 'lang':
      return { completions: languagesFor(value), names: null }
    case 'in':
      return { completions: valuesOf('in', SEARCH_LISTS, value), names: null }
    default:
      return NOTHING
  }
}

const HINTS: Readonly<Record<string, MessageDescriptor>> = {
  me: msg`Your own posts`,
  picture: msg`Posts with a picture`,
  video: msg`Posts with a video`,
  link: msg`Posts with a link`,
  poll: msg`Posts with a poll`,
  bookmarks: msg`Your bookmarks`,
  likes: msg`Posts that you like`,
  following: msg`Posts of members whom you follow`,
}

/** More do not fit below the field. */
const LANGUAGES_SHOWN = 6

/** The languages that are called so, the member's first. */
function languagesFor(typed: string): Completion[] {
  const every = typed === '' ? [{ text: `lang:${EVERY_LANGUAGE} `, hint: t`Posts in all languages` }] : []
  const found = findLanguages(listLanguages(), typed).slice(0, LANGUAGES_SHOWN - every.length)
  return [...found.map(({ code, name }) => ({ text: `lang:${code} `, hint: name })), ...every]
}

function valuesOf(operator: string, values: readonly string[], beginning: string): Completion[] {
  return values
    .filter((value) => begins(value, beginning))
    .map((value) => ({ text: `${operator}:${value} `, hint: hintOf(value) }))
}

function hintOf(value: string): string {
  const hint = HINTS[value]
  return hint ? translate(hint) : ''
}

function begins(text: string, beginning: string): boolean {
  return text.startsWith(beginning.toLowerCase())
}
