import { foldCase, UNSPACED } from '../characters.ts'

/**
 * Texts as tokens, the units of search. Both engines index these tokens, and clients mark matches by them. The time
 * grows with the length of the text.
 *
 * - Compatible characters, upper and lower case, and diacritics of Latin, Greek, Cyrillic, Hebrew and Arabic are
 *   folded, also the strokes of ł and ø.
 * - Scripts with spaces have words. An emoji or a flag is a word, with or without a skin tone.
 * - Chinese, Japanese, Korean, Thai, Lao, Khmer and Burmese are cut into overlapping pairs of characters: 東京都 is 東京, 京都
 *   and, at the end of the run, 都. So any part of a run is a sequence of its tokens.
 */
export interface Token {
  readonly text: string
  /** Where it is in the text: from `start` to before `end`. */
  readonly start: number
  readonly end: number
  /** Set for the last character of a run that is cut into pairs. */
  readonly isLast?: true
  /** Of a pair: where its first character ends. */
  readonly middle?: number
}

/** Longer tokens are cut. PostgreSQL limits what it indexes. */
const TOKEN_MAX = 60

/**
 * What is folded at once: ASCII words, other ASCII characters, or one character with its marks. Parts of a Hangul
 * syllable belong together, kana with their half-width voice marks, and Thai and Lao letters with the vowel AM.
 */
const CLUSTERS =
  /[A-Za-z0-9]+(?!\p{M})|[\0-\x2f:-@[-`{-\x7f]+(?!\p{M})|(?:[\u1100-\u115f\ua960-\ua97f]+[\uac00-\ud7a3]?|[\uac00-\ud7a3]|[\u1160-\u11ff\ud7b0-\ud7ff])[\u1160-\u11a7\ud7b0-\ud7c6]*[\u11a8-\u11ff\ud7cb-\ud7ff]*\p{M}*|[\u3041-\u30ff\uff66-\uff9d]\p{M}*[\uff9e\uff9f]?\p{M}*|[\u0e01-\u0eff]\p{M}*[\u0e33\u0eb3]?\p{M}*|\p{Regional_Indicator}{2}|\P{M}\p{M}*|\p{M}+/gu
const WORD = /^[A-Za-z0-9]/
const PLAIN = /^[\0-\x7f]+$/
/** Kana, common Han and Hangul: a single one of these needs no folding. */
const FOLDED = /^[\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3]$/
const CHARACTERS = /\p{Regional_Indicator}{2}|\P{M}\p{M}*|\p{M}+/gu
const ASCII = /^[\0-\x7f]*$/
const ASCII_WORDS = /[a-z0-9]+/g
const DENSE = new RegExp(`^[${UNSPACED}]`, 'u')
const WHOLE = /^(?:\p{Regional_Indicator}{2}|\P{M}\p{M}*|\p{M}+)$/u
const LETTER = /^[\p{L}\p{N}\p{M}]/u
const PICTURE = /^(?:\p{Extended_Pictographic}|\p{Regional_Indicator}{2})/u
/** Scripts whose marks are optional. In others they are vowels, or make another letter. */
const MARKED = /^[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}]/u
/** Neither part of a word nor its end: joiners, soft hyphens, the Arabic tatweel, and skin tones. */
const IGNORED = /^(?:[\u00ad\u0640\u200b-\u200d\u2060\ufeff]|\p{Emoji_Modifier})/u

export function tokensOf(text: string): Token[] {
  return ASCII.test(text) ? asciiTokens(text) : new Tokens().read(text)
}

function asciiTokens(text: string): Token[] {
  const tokens: Token[] = []
  for (const { 0: word, index } of text.toLowerCase().matchAll(ASCII_WORDS)) {
    tokens.push({ text: word.slice(0, TOKEN_MAX), start: index, end: index + word.length })
  }
  return tokens
}

class Tokens {
  readonly #tokens: Token[] = []
  /** The word that is being read. */
  #word = ''
  #start = 0
  #end = 0
  /** The last character of the run that is being cut into pairs. */
  #last: Token | null = null

  read(text: string): Token[] {
    for (const { 0: cluster, index } of text.matchAll(CLUSTERS)) this.#addCluster(cluster, index)
    this.#endWord()
    this.#endRun()
    return this.#tokens
  }

  #addCluster(cluster: string, start: number): void {
    const end = start + cluster.length
    if (FOLDED.test(cluster)) {
      this.#endWord()
      this.#addToRun(cluster, start, end)
    } else if (PLAIN.test(cluster)) {
      this.#endRun()
      if (WORD.test(cluster)) this.#addToWord(cluster.toLowerCase(), start, end)
      else this.#endWord()
    } else if (!IGNORED.test(cluster)) {
      this.#add(fold(cluster), start, end)
    }
  }

  /** A folded character may stand for several, with spaces and punctuation among them, as in ﷺ and ⑴. */
  #add(folded: string, start: number, end: number): void {
    if (WHOLE.test(folded)) this.#addCharacter(folded, start, end)
    else for (const [character] of folded.matchAll(CHARACTERS)) this.#addCharacter(character, start, end)
  }

  #addCharacter(character: string, start: number, end: number): void {
    const isLetter = LETTER.test(character)
    if (isLetter && DENSE.test(character)) {
      this.#endWord()
      this.#addToRun(cut(character), start, end)
      return
    }
    this.#endRun()
    if (isLetter) {
      this.#addToWord(character, start, end)
      return
    }
    this.#endWord()
    const [picture] = PICTURE.exec(character) ?? []
    if (picture !== undefined) this.#tokens.push({ text: picture, start, end })
  }

  #addToWord(text: string, start: number, end: number): void {
    if (this.#word === '') this.#start = start
    this.#word += text
    this.#end = end
  }

  #addToRun(text: string, start: number, end: number): void {
    const last = this.#last
    if (last) this.#tokens.push({ text: last.text + text, start: last.start, end, middle: last.end })
    this.#last = { text, start, end, isLast: true }
  }

  #endWord(): void {
    if (this.#word === '') return
    this.#tokens.push({ text: cut(this.#word), start: this.#start, end: this.#end })
    this.#word = ''
  }

  #endRun(): void {
    if (this.#last) this.#tokens.push(this.#last)
    this.#last = null
  }
}

function fold(cluster: string): string {
  const folded = foldCase(cluster)
  return MARKED.test(folded) ? withoutMarks(folded) : folded
}

/** A folded text in scripts whose marks are optional. */
export function withoutMarks(folded: string): string {
  return folded
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .replace(CROSSED, (letter) => PLAIN_LETTERS.get(letter) ?? letter)
    .normalize('NFC')
}

/** Latin letters that Unicode does not take apart: with a stroke, a hook or a tail, and joined ones. */
const PLAIN_LETTERS = new Map(
  [
    ...['ł l', 'đ d', 'ø o', 'ħ h', 'ŧ t', 'æ ae', 'œ oe', 'ð d', 'þ th', 'ı i', 'ŋ n', 'ĸ k', 'ə e'],
    ...['ƀ b', 'ɓ b', 'ƈ c', 'ȼ c', 'ɗ d', 'ɖ d', 'ɇ e', 'ƒ f', 'ǥ g', 'ɠ g', 'ɦ h', 'ɨ i', 'ɉ j', 'ƙ k'],
    ...['ƚ l', 'ɫ l', 'ɲ n', 'ƞ n', 'ɵ o', 'ƥ p', 'ɍ r', 'ʂ s', 'ȿ s', 'ƭ t', 'ʈ t', 'ⱦ t', 'ʉ u', 'ʋ v', 'ⱳ w'],
    ...['ƴ y', 'ɏ y', 'ƶ z', 'ȥ z'],
  ].map((pair) => pair.split(' ') as [string, string]),
)
const CROSSED = new RegExp(`[${[...PLAIN_LETTERS.keys()].join('')}]`, 'g')

/** Not within a character of two code units. */
export const cut = (word: string): string => word.slice(0, TOKEN_MAX).replace(/[\ud800-\udbff]$/, '')
