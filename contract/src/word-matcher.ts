import { isTag, tagKey, tagsIn } from './references.ts'
import { tokensOf } from './search/tokens.ts'

/**
 * Finds muted words, phrases and hashtags in texts: whole words, as search finds them. The server uses it for lists of posts,
 * clients for posts that arrive later. The time grows with the length of the text, whatever the phrases are.
 */

/**
 * The words of a text: the tokens of search, but each character of a script without spaces is one. Invisible characters
 * are ignored.
 */
export function wordsOf(text: string): string[] {
  const words: string[] = []
  // Backwards: a pair of characters is its first one and what the next token begins with.
  let next = ''
  for (const { text: token, middle, isLast } of tokensOf(text.replace(/\p{Cf}/gu, '')).reverse()) {
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
 * The algorithm of Aho and Corasick, on words instead of characters. Phrases without a word match nothing. A phrase that
 * is a hashtag matches the tag and not the word.
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
