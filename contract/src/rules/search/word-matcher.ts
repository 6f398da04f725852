import { foldCase, UNSPACED } from '../characters.ts'
import { isTag, tagKey, tagsIn } from '../references.ts'
import { cut, tokensOf, withoutMarks } from './tokens.ts'

/**
 * Finds muted words, phrases and hashtags in texts: whole words, as search finds them. The time grows with the length
 * of the text, whatever the phrases are.
 */

/** Ends every word and every run of characters. */
const BETWEEN = /[\s,.!?;:\u3001\u3002\u300c\u300d\uff01\uff1f]+/
/** Common Han, kana and Hangul, which need no folding: each is a word. */
const ALONE = /^[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]+$/
/** A word that is its own token, but for its case. */
const PLAIN = /^[A-Za-z0-9]+$/
/**
 * What keeps a text from being folded as a whole: marks of their own, emoji, and scripts without spaces or whose marks
 * are not optional. And ŉ, which becomes two words.
 */
const DIFFICULT = new RegExp(
  `[\\u0149\\p{Extended_Pictographic}\\p{Regional_Indicator}\\p{Emoji_Modifier}${UNSPACED}]|[^\\p{Script=Latin}\\p{Script=Greek}\\p{Script=Cyrillic}\\p{Script=Common}]`,
  'u',
)
const WORD = /[\p{L}\p{N}\p{M}]+/gu

/**
 * The words of a text: the tokens of search, but each character of a script without spaces is one. Invisible characters
 * are ignored. Most texts take one pass: tokens, which have places in the text, are many times as dear.
 */
export function wordsOf(text: string): string[] {
  const visible = text.replace(/\p{Cf}/gu, '')
  if (!DIFFICULT.test(visible)) return (withoutMarks(foldCase(visible)).match(WORD) ?? []).map(cut)
  return visible.split(BETWEEN).flatMap((piece) => {
    if (PLAIN.test(piece)) return cut(piece.toLowerCase())
    return ALONE.test(piece) ? [...piece] : wordsOfPiece(piece)
  })
}

function wordsOfPiece(piece: string): string[] {
  const words: string[] = []
  // Backwards: a pair of characters is its first one and what the next token begins with.
  let next = ''
  for (const { text: token, middle, isLast } of tokensOf(piece).reverse()) {
    const word = middle === undefined ? token : token.slice(0, token.length - next.length)
    words.push(word)
    next = middle === undefined && !isLast ? '' : word
  }
  return words.reverse()
}

/** The key of the hashtag that a phrase is; null for words. */
function tagOf(phrase: string): string | null {
  const [, tag] = /^[#＃](.+)$/u.exec(phrase.trim()) ?? []
  return tag !== undefined && isTag(tag) ? tagKey(tag) : null
}

/** What a phrase matches: the same for phrases that match the same. Empty if it matches nothing. */
export function phraseKey(phrase: string): string {
  const tag = tagOf(phrase)
  return tag === null ? wordsOf(phrase).join(' ') : `#${tag}`
}

/** A state of the automaton: the words that were read last begin at least one phrase. */
interface State<Phrase> {
  readonly next: Map<string, State<Phrase>>
  /** The state of the longest other beginning with which these words end; null for the start. */
  shorter: State<Phrase> | null
  /** A phrase that ends here. */
  found: Phrase | null
}

const createState = <Phrase>(): State<Phrase> => ({ next: new Map(), shorter: null, found: null })

/** Returns the phrase that ends first in a text, or else a hashtag of the text, or null. */
export type WordMatcher<Phrase> = (text: string) => Phrase | null

/**
 * The algorithm of Aho and Corasick, on words instead of characters. Phrases without a word match nothing. A phrase
 * that is a hashtag matches the tag and not the word.
 */
export function createWordMatcher<Phrase extends { readonly phrase: string }>(
  phrases: readonly Phrase[],
): WordMatcher<Phrase> {
  const start = createState<Phrase>()
  const tags = new Map<string, Phrase>()
  for (const entry of phrases) {
    const tag = tagOf(entry.phrase)
    if (tag !== null) {
      tags.set(tag, tags.get(tag) ?? entry)
      continue
    }
    let state = start
    const words = wordsOf(entry.phrase)
    for (const word of words) {
      const next = state.next.get(word) ?? createState<Phrase>()
      state.next.set(word, next)
      state = next
    }
    if (words.length > 0) state.found ??= entry
  }
  linkShorter(start)
  return (text) => {
    let state = start
    for (const word of wordsOf(text)) {
      state = step(state, word) ?? start
      if (state.found) return state.found
    }
    return tags.size > 0 ? findTag(tags, text) : null
  }
}

function findTag<Phrase>(tags: ReadonlyMap<string, Phrase>, text: string): Phrase | null {
  for (const key of tagsIn(text).keys()) {
    const found = tags.get(key)
    if (found) return found
  }
  return null
}

/** Breadth first, so that the shorter states are complete before they are needed. */
function linkShorter<Phrase>(start: State<Phrase>): void {
  const queue = [start]
  for (const state of queue) {
    for (const [word, next] of state.next) {
      next.shorter = (state.shorter && step(state.shorter, word)) ?? start
      next.found ??= next.shorter.found
      queue.push(next)
    }
  }
}

/** The state after another word; null if no phrase begins with what was read. */
function step<Phrase>(from: State<Phrase>, word: string): State<Phrase> | null {
  for (let state: State<Phrase> | null = from; state; state = state.shorter) {
    const next = state.next.get(word)
    if (next) return next
  }
  return null
}
