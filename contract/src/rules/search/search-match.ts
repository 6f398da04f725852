import { tagsIn } from '../references.ts'
import { ALT_SEPARATOR } from '../text.ts'
import type { SearchMedia, TextTerm } from './search-query.ts'
import { type Token, tokensOf } from './tokens.ts'

/** What a post says, and what is searched in it. */
export interface SearchedText {
  readonly content: string
  /** As altsOf makes it: descriptions, the warning, and the options of the poll. */
  readonly alt: string
}

/**
 * Whether a post has all of these words and none of the excluded ones. A sequence is within its text, or within one
 * part of `alt`.
 */
export function hasWords({ content, alt }: SearchedText, terms: readonly TextTerm[]): boolean {
  if (terms.length === 0) return true
  const texts = [tokensOf(content), ...(alt === '' ? [] : alt.split(ALT_SEPARATOR).map(tokensOf))]
  return terms.every((term) => texts.some((tokens) => placeOf(tokens, term, 0) >= 0) !== term.isExcluded)
}

/** Whether a post has this hashtag, in any spelling. */
export const hasTag = ({ content }: SearchedText, key: string): boolean => tagsIn(content).has(key)

const LINK = /\bhttps?:\/\/[^\s/?#]+|\bwww\.[^\s/?#]+/iu

/** What follows the type of the media of a post that has a poll. */
export const WITH_POLL = ' poll'

/** @param mediaType of the post's media; empty for none. With a poll, it ends with WITH_POLL */
export function hasMedia(content: string, mediaType: string, media: SearchMedia): boolean {
  if (media === 'link') return LINK.test(content)
  if (media === 'poll') return mediaType.endsWith(WITH_POLL)
  return mediaType.startsWith(media === 'picture' ? 'image' : 'video')
}

/** The first place of a sequence from `from` on; -1 for none. */
function placeOf(tokens: readonly Token[], term: TextTerm, from: number): number {
  const last = tokens.length - term.tokens.length
  for (let at = from; at <= last; at++) if (isAt(tokens, term, at)) return at
  return -1
}

function isAt(tokens: readonly Token[], { tokens: wanted, isPrefix }: TextTerm, at: number): boolean {
  const end = wanted.length - 1
  return wanted.every((text, index) => {
    const found = tokens[at + index]?.text ?? ''
    return isPrefix && index === end ? found.startsWith(text) : found === text
  })
}

/** How often each of these terms is in a text, and how many tokens the text has. */
export function countWords(text: string, terms: readonly TextTerm[]): { counts: number[]; length: number } {
  const tokens = tokensOf(text)
  const counts = terms.map((term) => {
    let count = 0
    for (let at = placeOf(tokens, term, 0); at >= 0; at = placeOf(tokens, term, at + 1)) count++
    return count
  })
  return { counts, length: tokens.length }
}

/** From `start` to before `end` in a text. */
export interface Highlight {
  readonly start: number
  readonly end: number
}

/** Where a text has these words, in order and without overlaps. Excluded ones are not marked. */
export function highlightsOf(text: string, terms: readonly TextTerm[]): Highlight[] {
  const wanted = terms.filter((term) => !term.isExcluded)
  if (wanted.length === 0) return []
  const tokens = tokensOf(text)
  const found: Highlight[] = []
  for (const term of wanted) {
    for (let at = placeOf(tokens, term, 0); at >= 0; at = placeOf(tokens, term, at + 1)) {
      const [first, last] = [tokens[at], tokens[at + term.tokens.length - 1]]
      if (first && last) found.push({ start: first.start, end: endOf(last, term) })
    }
  }
  return merge(found.sort((a, b) => a.start - b.start))
}

/** Of a pair that begins with the only character that is searched for, that character is marked. */
function endOf(token: Token, { tokens, isPrefix }: TextTerm): number {
  const isHalf = isPrefix && token.text !== tokens.at(-1)
  return isHalf ? (token.middle ?? token.end) : token.end
}

function merge(sorted: readonly Highlight[]): Highlight[] {
  const merged: Highlight[] = []
  for (const { start, end } of sorted) {
    const last = merged.at(-1)
    if (last && start <= last.end) merged[merged.length - 1] = { start: last.start, end: Math.max(last.end, end) }
    else merged.push({ start, end })
  }
  return merged
}
